#include "framework/store/schema.hpp"

#include <chrono>
#include <thread>

#include "framework/core/error.hpp"

namespace assay::sqlite {
namespace {

// The comments are part of the stored schema: `sqlite3 results.db .schema` shows them.
// Times are in seconds, dates in UTC (ISO 8601), unless a name says otherwise.
constexpr const char* tables = R"sql(
CREATE TABLE machine (  -- Results of different machines are never compared without saying so.
  id          INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  attributes  TEXT NOT NULL,  -- It is a JSON object: cpu, cores, os, drivers.
  first_seen  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE device_peak (  -- A row has a device's measured rates, from which floors are computed.
  machine      INTEGER NOT NULL REFERENCES machine(id),
  device       TEXT NOT NULL,  -- It is an id such as cpu or opencl:0.
  flops_single REAL NOT NULL,  -- Operations are told per second; a fused multiply-add counts two.
  flops_double REAL NOT NULL,  -- It is 0 without double precision.
  bandwidth    REAL NOT NULL,  -- It counts bytes per second, read plus written.
  measured     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  PRIMARY KEY (machine, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (  -- A row is one invocation of assay that recorded something.
  id            INTEGER PRIMARY KEY,
  machine       INTEGER NOT NULL REFERENCES machine(id),
  command       TEXT NOT NULL,  -- It stands here as it was typed.
  scenario_name TEXT NOT NULL,  -- It is '' outside a scenario.
  scenario_text TEXT NOT NULL,
  assay_version TEXT NOT NULL,
  environment   TEXT NOT NULL,  -- It is a JSON object: governor, load, compiler.
  started       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  finished      TEXT,           -- It is NULL while the run goes on, and if it was killed.
  outcome       TEXT            -- It is 'finished', 'interrupted' or 'imported'.
) STRICT;

CREATE TABLE instance (  -- A row is a problem with its arguments fixed.
  id               INTEGER PRIMARY KEY,
  problem          TEXT NOT NULL,
  arguments        TEXT NOT NULL,  -- It is a JSON object whose keys are sorted.
  input_digest     TEXT NOT NULL,  -- It is a hash of the inputs: changed data are another instance.
  flops            REAL NOT NULL,  -- They count the useful work of one sample.
  bytes            REAL NOT NULL,  -- So many must move in one sample.
  double_precision INTEGER NOT NULL CHECK (double_precision IN (0, 1)),
  create_seconds   REAL NOT NULL,
  UNIQUE (problem, arguments, input_digest)
) STRICT;

CREATE TABLE instance_fact (  -- A row is a named number that the problem attaches.
  instance INTEGER NOT NULL REFERENCES instance(id),
  name     TEXT NOT NULL,
  value    REAL,  -- It is NULL if it is not a number.
  unit     TEXT NOT NULL,
  PRIMARY KEY (instance, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE variant (  -- A row is one build of one algorithm for a problem on a backend.
  id       INTEGER PRIMARY KEY,
  problem  TEXT NOT NULL,
  name     TEXT NOT NULL,
  backend  TEXT NOT NULL,  -- It is 'cpu', 'opencl' or 'cuda'.
  plugin   TEXT NOT NULL,
  build_id TEXT NOT NULL,  -- It is a hash of the plugin's file.
  UNIQUE (problem, name, plugin, build_id)
) STRICT;

CREATE TABLE variant_parameter (  -- Parameters let configurations be read without the plugin.
  variant       INTEGER NOT NULL REFERENCES variant(id),
  position      INTEGER NOT NULL,  -- It is the order of declaration, from 0.
  name          TEXT NOT NULL,
  doc           TEXT NOT NULL,
  allowed       TEXT NOT NULL,  -- It is a JSON array of values.
  default_value TEXT NOT NULL,  -- It is JSON, and holds where a configuration lacks the parameter.
  condition     TEXT NOT NULL,  -- Where it is false the parameter is left out; '' always holds.
  PRIMARY KEY (variant, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE variant_constraint (  -- A row is what configurations must satisfy.
  variant    INTEGER NOT NULL REFERENCES variant(id),
  position   INTEGER NOT NULL,
  expression TEXT NOT NULL,
  reason     TEXT NOT NULL,  -- It completes the words 'excluded because'.
  PRIMARY KEY (variant, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE configuration (
  id         INTEGER PRIMARY KEY,
  parameters TEXT NOT NULL UNIQUE  -- It is a JSON object whose keys are sorted.
) STRICT;

CREATE TABLE trial (  -- A row is one configuration of one variant on one instance; its run has the machine.
  id                 INTEGER PRIMARY KEY,
  run                INTEGER NOT NULL REFERENCES run(id),
  instance           INTEGER NOT NULL REFERENCES instance(id),
  variant            INTEGER NOT NULL REFERENCES variant(id),
  configuration      INTEGER NOT NULL REFERENCES configuration(id),
  device             TEXT NOT NULL,
  stage              TEXT NOT NULL,     -- It is 'search', 'final', 'run', 'guard' or 'imported'.
  process            INTEGER NOT NULL,  -- It is the number of the fresh process within the stage.
  mode               TEXT NOT NULL,     -- It is the objective and the caches' state: 'time warm'.
  status             TEXT NOT NULL,     -- It is 'ok' or the kind of failure.
  message            TEXT NOT NULL,     -- It says why the trial failed.
  verification_error REAL,              -- Its unit is the tolerance; it is NULL if nothing was verified.
  stop               TEXT NOT NULL,     -- It says why sampling ended: precise, budget, raced.
  compile_seconds    REAL NOT NULL,
  prepare_seconds    REAL NOT NULL,
  verify_seconds     REAL NOT NULL,
  median             REAL,              -- It is the objective's; it is NULL if the trial failed.
  lower              REAL,              -- It begins the confidence interval of the median.
  upper              REAL,              -- It ends the interval; it is Inf if there are too few samples.
  samples            INTEGER NOT NULL,  -- The warm-up does not count.
  recorded           TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  samples_in_full    INTEGER,           -- So many were compared with the reference; NULL: not known.
  samples_by_digest  INTEGER,           -- So many equal bit by bit one that was compared in full.
  samples_unverified INTEGER,           -- So many were left out, so that verifying costs no more.
  agrees_with        TEXT NOT NULL DEFAULT ''  -- The contender was the reference; '' if that was independent.
) STRICT;
CREATE INDEX trial_by_key ON trial (instance, variant, stage, mode);
CREATE INDEX trial_by_run ON trial (run);
CREATE INDEX trial_wrong ON trial (instance, variant, configuration)
  WHERE status IN ('wrong-output', 'not-finite', 'out-of-bounds', 'input-changed');

CREATE TABLE sample (  -- A row is one timed repetition.
  trial          INTEGER NOT NULL REFERENCES trial(id),
  ordinal        INTEGER NOT NULL,  -- It is the order of measuring, from 0.
  seconds        REAL NOT NULL,     -- The steady clock ran around everything.
  device_seconds REAL NOT NULL,     -- They are by the device's clock, and 0 without a device.
  warm_up        INTEGER NOT NULL CHECK (warm_up IN (0, 1)),  -- A sample of the warm-up does not count.
  -- The device slowed itself down during the sample; a retaken one does not count.
  slowed         TEXT NOT NULL DEFAULT 'no' CHECK (slowed IN ('no', 'retaken', 'kept')),
  clock_mhz      REAL,              -- It is the device's right after the sample, or NULL if that was not read.
  PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE energy (  -- A row has the raw counters of a sample of the objective 'energy', a block of runs.
  trial        INTEGER NOT NULL REFERENCES trial(id),
  ordinal      INTEGER NOT NULL,  -- It is the sample's.
  runs         INTEGER NOT NULL,
  seconds      REAL NOT NULL,     -- They passed between the two readings.
  begin_joules REAL NOT NULL,     -- The device counts them from some fixed moment on.
  end_joules   REAL NOT NULL,
  PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE phase_name (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE phase (  -- A row is a named part of a sample.
  trial          INTEGER NOT NULL REFERENCES trial(id),
  ordinal        INTEGER NOT NULL,  -- It is the sample's.
  position       INTEGER NOT NULL,  -- It is the order within the sample, from 0.
  name           INTEGER NOT NULL REFERENCES phase_name(id),
  host_seconds   REAL NOT NULL,
  device_seconds REAL NOT NULL,
  PRIMARY KEY (trial, ordinal, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial_fact (  -- A row is a named number that the variant attaches: launches, registers.
  trial INTEGER NOT NULL REFERENCES trial(id),
  name  TEXT NOT NULL,
  value REAL,  -- It is NULL if it is not a number.
  unit  TEXT NOT NULL,
  PRIMARY KEY (trial, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE takeover (  -- A row is a trial that a scenario need not measure, since another scenario's run had.
  scenario_name TEXT NOT NULL,
  trial         INTEGER NOT NULL REFERENCES trial(id),
  PRIMARY KEY (scenario_name, trial)
) STRICT, WITHOUT ROWID;

CREATE TABLE pairing (  -- The samples of two trials were taken in turn: equal ordinals are a pair.
  baseline  INTEGER NOT NULL REFERENCES trial(id),
  candidate INTEGER NOT NULL REFERENCES trial(id),
  first     TEXT NOT NULL,  -- It has a letter for each pair, which says whether b or c ran first.
  PRIMARY KEY (baseline, candidate)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdict (  -- A row is what a guard said of two builds of a variant.
  id            INTEGER PRIMARY KEY,
  run           INTEGER NOT NULL REFERENCES run(id),
  instance      INTEGER NOT NULL REFERENCES instance(id),
  baseline      INTEGER NOT NULL REFERENCES variant(id),
  candidate     INTEGER NOT NULL REFERENCES variant(id),
  device        TEXT NOT NULL,
  configuration INTEGER NOT NULL REFERENCES configuration(id),
  mode          TEXT NOT NULL,
  outcome       TEXT NOT NULL,     -- It is 'faster', 'slower', 'equivalent', 'inconclusive' or 'invalid'.
  reason        TEXT NOT NULL,     -- It says why the outcome says no more.
  log_ratio     REAL,              -- It is log(candidate / baseline), or NULL if there is none.
  lower         REAL,              -- It begins the confidence interval of log_ratio.
  upper         REAL,
  p_value       REAL NOT NULL,     -- It is that of no difference.
  alpha         REAL NOT NULL,
  delta         REAL NOT NULL,     -- Log-ratios up to this are no difference.
  blocks        INTEGER NOT NULL,  -- Each was a fresh process.
  pairs         INTEGER NOT NULL,  -- All blocks together had so many.
  recorded      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE baseline (  -- A row gives a run a name; the latest row of a name counts, and none is removed.
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  branch   TEXT NOT NULL,  -- It is '' where there are none.
  machine  INTEGER NOT NULL REFERENCES machine(id),
  run      INTEGER REFERENCES run(id),  -- It is NULL if the name was taken away.
  recorded TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE calibration (  -- A row is what a guard found when it measured a build against itself.
  id                  INTEGER PRIMARY KEY,
  machine             INTEGER NOT NULL REFERENCES machine(id),
  instance            INTEGER NOT NULL REFERENCES instance(id),
  variant             INTEGER NOT NULL REFERENCES variant(id),
  device              TEXT NOT NULL,
  configuration       INTEGER NOT NULL REFERENCES configuration(id),
  mode                TEXT NOT NULL,
  blocks              INTEGER NOT NULL,
  pairs               INTEGER NOT NULL,  -- Each block had so many.
  false_positive_rate REAL NOT NULL,
  alpha               REAL NOT NULL,
  between_blocks      REAL NOT NULL,  -- It is a standard deviation of log-ratios, as within_blocks is.
  within_blocks       REAL NOT NULL,
  lag_one             REAL NOT NULL,  -- It is the correlation of a pair with the next.
  block_seconds       REAL NOT NULL,  -- A fresh process takes so long until its first pair.
  pair_seconds        REAL NOT NULL,
  recorded            TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
)sql";

constexpr const char* views = R"sql(
CREATE VIEW v_runs AS  -- It lists what was done when, newest first.
SELECT run.id, started, finished, coalesce(outcome, 'open or killed') AS outcome, scenario_name,
       command, fingerprint AS machine,
       (SELECT count(*) FROM trial WHERE trial.run = run.id) AS trials
FROM run JOIN machine ON machine.id = run.machine
ORDER BY run.id DESC;

CREATE VIEW v_trials AS  -- It has names for numbers, times in milliseconds, energies in millijoules.
SELECT trial.id, run, fingerprint AS machine, instance.problem, instance.arguments,
       variant.name AS variant, build_id, device, stage, process, mode,
       configuration.parameters AS configuration, status,
       iif(mode GLOB 'energy *', NULL, median * 1e3) AS median_ms,
       iif(mode GLOB 'energy *', NULL, lower * 1e3) AS lower_ms,
       iif(mode GLOB 'energy *', NULL, upper * 1e3) AS upper_ms,
       iif(mode GLOB 'energy *', median * 1e3, NULL) AS median_mj, samples, stop, verification_error, message,
       recorded
FROM trial
JOIN run ON run.id = trial.run
JOIN machine ON machine.id = run.machine
JOIN instance ON instance.id = trial.instance
JOIN variant ON variant.id = trial.variant
JOIN configuration ON configuration.id = trial.configuration;

CREATE VIEW v_disqualified AS  -- These win nothing: some trial of each, of which the first stands here, was wrong.
-- Its stage, process, mode and run do not matter. Numbers are those of the tables; v_trials has the names.
SELECT run.machine, instance, variant, device, configuration, min(trial.id) AS trial
FROM trial JOIN run ON run.id = trial.run
WHERE status IN ('wrong-output', 'not-finite', 'out-of-bounds', 'input-changed')
GROUP BY run.machine, instance, variant, device, configuration;

CREATE VIEW v_best AS  -- It has the fastest verified configuration of each build of a variant; finals come first.
-- Where agrees_with is not '' no independent reference verified it: it agrees with that variant.
-- The value is the median of the processes' medians, as `assay compare` has it, which adds intervals
-- and says who can be told apart.
WITH process AS (
  SELECT run.machine, trial.instance, trial.variant, trial.device, mode, stage, trial.configuration,
         samples, agrees_with, median * 1e3 AS milli, row_number() OVER same AS place, count(*) OVER (
    PARTITION BY run.machine, trial.instance, trial.variant, trial.device, mode, stage,
      trial.configuration
  ) AS processes
  FROM trial JOIN run ON run.id = trial.run
  LEFT JOIN v_disqualified AS found ON found.machine = run.machine
    AND found.instance = trial.instance AND found.variant = trial.variant
    AND found.device = trial.device AND found.configuration = trial.configuration
  WHERE status = 'ok' AND verification_error <= 1 AND median IS NOT NULL AND found.trial IS NULL
  WINDOW same AS (
    PARTITION BY run.machine, trial.instance, trial.variant, trial.device, mode, stage,
      trial.configuration
    ORDER BY median)),
measured AS (
  SELECT machine, instance, variant, device, mode, stage, configuration, processes,
         sum(samples) AS samples, max(agrees_with) AS agrees_with,
         avg(milli) FILTER (WHERE place IN ((processes + 1) / 2, (processes + 2) / 2)) AS median_milli
  FROM process
  GROUP BY machine, instance, variant, device, mode, stage, configuration),
ranked AS (
  SELECT fingerprint AS machine, instance.problem, instance.arguments, variant.name AS variant,
         build_id, device, mode, configuration.parameters AS configuration, stage, median_milli,
         processes, samples, agrees_with, row_number() OVER (
    PARTITION BY machine.id, instance.id, variant.id, device, mode
    ORDER BY stage = 'final' DESC, median_milli) AS place
  FROM measured
  JOIN machine ON machine.id = measured.machine
  JOIN instance ON instance.id = measured.instance
  JOIN variant ON variant.id = measured.variant
  JOIN configuration ON configuration.id = measured.configuration)
SELECT machine, problem, arguments, variant, build_id, device, mode, configuration, stage,
       iif(mode GLOB 'energy *', NULL, median_milli) AS median_ms,
       iif(mode GLOB 'energy *', median_milli, NULL) AS median_mj, processes, samples,
       agrees_with
FROM ranked
WHERE place = 1
ORDER BY machine, problem, arguments, median_milli;

CREATE VIEW v_failures AS  -- It counts failures by kind, with the text of the latest.
SELECT machine, problem, arguments, variant, build_id, device, status, count(*) AS trials,
       max(id) AS latest_trial, configuration, message
FROM v_trials
WHERE status <> 'ok'
GROUP BY machine, problem, arguments, variant, build_id, device, status
ORDER BY trials DESC;

CREATE VIEW v_verdicts AS  -- It has what guards said, latest first; ratios are candidate over baseline.
SELECT verdict.id, run, instance.problem, arguments, one.name AS variant, device, outcome, exp(log_ratio) AS ratio,
       exp(lower) AS lower, exp(upper) AS upper, p_value, blocks, pairs, reason,
       one.build_id AS baseline_build, other.build_id AS candidate_build, recorded
FROM verdict
JOIN instance ON instance.id = verdict.instance
JOIN variant AS one ON one.id = baseline
JOIN variant AS other ON other.id = candidate
ORDER BY verdict.id DESC;

CREATE VIEW v_samples AS  -- It has every repetition, in milliseconds.
SELECT trial, ordinal, warm_up, slowed, seconds * 1e3 AS ms, device_seconds * 1e3 AS device_ms,
       clock_mhz
FROM sample;

CREATE VIEW v_energy AS  -- It has every block of runs whose energy was measured.
SELECT trial, ordinal, runs, (end_joules - begin_joules) / runs * 1e3 AS mj_per_run,
       (end_joules - begin_joules) / energy.seconds AS watts,
       runs * sample.seconds / energy.seconds AS share_of_runs  -- The rest passed between runs.
FROM energy JOIN sample USING (trial, ordinal);

CREATE VIEW v_phases AS  -- It has every phase of every repetition, in milliseconds.
SELECT trial, ordinal, position, phase_name.name AS phase, host_seconds * 1e3 AS host_ms,
       device_seconds * 1e3 AS device_ms
FROM phase JOIN phase_name ON phase_name.id = phase.name;
)sql";

// Whether the database is empty, as a new file is. Throws if it is neither empty nor a store of
// this version. A single statement reads everything at one moment: between two statements, another
// process might create the store.
bool is_empty(Connection& connection) {
  Statement looked(connection,
                   "SELECT count(*), (SELECT user_version FROM pragma_user_version), "
                   "(SELECT application_id FROM pragma_application_id) FROM sqlite_schema");
  looked.step();
  const std::int64_t version = looked.integer(1);
  const bool ours = looked.integer(2) == application_id;
  if (!ours && looked.integer(0) == 0 && version == 0) return true;
  const std::string file = connection.file().string();
  if (!ours) {
    throw environment_error(
        "store {}: is another application's database; name another file with --store", file);
  }
  if (version != schema_version) {
    throw environment_error(
        "store {}: its schema has version {}, but this assay reads version {} only: read it with "
        "the "
        "assay that wrote it, or name another file with --store",
        file, version, schema_version);
  }
  return false;
}

// Switches to WAL, in which readers and the writer never wait for each other. The mode is kept in
// the file. Two processes that switch at once can each hold what the other needs; SQLite then
// reports "busy" without waiting, so the waiting is done here.
void use_wal(Connection& connection) {
  constexpr int attempts = 200;
  for (int attempt = 1;; ++attempt) {
    try {
      connection.execute("PRAGMA journal_mode = WAL");
      return;
    } catch (const Error&) {
      if (attempt == attempts || !connection.busy()) {
        throw;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

void set_up(Connection& connection) {
  if (!is_empty(connection)) return;
  if (connection.mode() == Connection::Mode::read_only) {
    throw environment_error("store {}: holds nothing yet; record something first",
                            connection.file().string());
  }
  use_wal(connection);
  Transaction transaction(connection);
  // Another process may have created the store while this one waited for the lock.
  if (is_empty(connection)) {
    connection.execute(tables);
    connection.execute(views);
    connection.execute(fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}",
                                   schema_version, application_id)
                           .c_str());
  }
  transaction.commit();
}

}  // namespace assay::sqlite
