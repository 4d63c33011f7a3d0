#include "framework/store/schema.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/store/damage.hpp"

namespace assay::sqlite {
namespace {

// The comments are part of the stored schema: `sqlite3 results.db .schema` shows them.
// Times are in seconds, dates in UTC (ISO 8601), unless a name says otherwise.
constexpr const char* version_1 = R"sql(
CREATE TABLE machine (  -- results of different machines are never compared unsaid
  id          INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  attributes  TEXT NOT NULL,  -- JSON object: cpu, cores, os, drivers
  first_seen  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE device_peak (  -- measured rates, the base of the share of the floor
  machine      INTEGER NOT NULL REFERENCES machine(id),
  device       TEXT NOT NULL,  -- cpu, opencl:0
  flops_single REAL NOT NULL,  -- per second; a fused multiply-add counts two
  flops_double REAL NOT NULL,  -- 0: no double precision
  bandwidth    REAL NOT NULL,  -- bytes per second, read plus write
  measured     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  PRIMARY KEY (machine, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (  -- one assay invocation that recorded something
  id            INTEGER PRIMARY KEY,
  machine       INTEGER NOT NULL REFERENCES machine(id),
  command       TEXT NOT NULL,  -- as typed
  scenario_name TEXT NOT NULL,  -- '' outside a scenario
  scenario_text TEXT NOT NULL,
  assay_version TEXT NOT NULL,
  environment   TEXT NOT NULL,  -- JSON object: governor, load, compiler
  started       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  finished      TEXT,           -- NULL: still going, or killed
  outcome       TEXT            -- finished, interrupted
) STRICT;

CREATE TABLE instance (  -- a problem with its arguments fixed
  id               INTEGER PRIMARY KEY,
  problem          TEXT NOT NULL,
  arguments        TEXT NOT NULL,  -- JSON object, keys sorted
  input_digest     TEXT NOT NULL,  -- hash over the inputs: changed data is another instance
  flops            REAL NOT NULL,  -- useful work of one sample
  bytes            REAL NOT NULL,  -- that must move
  double_precision INTEGER NOT NULL CHECK (double_precision IN (0, 1)),
  create_seconds   REAL NOT NULL,
  UNIQUE (problem, arguments, input_digest)
) STRICT;

CREATE TABLE instance_fact (  -- named numbers the problem attaches
  instance INTEGER NOT NULL REFERENCES instance(id),
  name     TEXT NOT NULL,
  value    REAL,  -- NULL: not a number
  unit     TEXT NOT NULL,
  PRIMARY KEY (instance, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE variant (  -- one build of one algorithm for a problem on a backend
  id       INTEGER PRIMARY KEY,
  problem  TEXT NOT NULL,
  name     TEXT NOT NULL,
  backend  TEXT NOT NULL,  -- cpu, opencl, cuda
  plugin   TEXT NOT NULL,
  build_id TEXT NOT NULL,  -- hash of the plugin's file
  UNIQUE (problem, name, plugin, build_id)
) STRICT;

CREATE TABLE configuration (
  id         INTEGER PRIMARY KEY,
  parameters TEXT NOT NULL UNIQUE  -- JSON object, keys sorted
) STRICT;

CREATE TABLE trial (  -- one configuration of one variant on one instance; machine: see its run
  id                 INTEGER PRIMARY KEY,
  run                INTEGER NOT NULL REFERENCES run(id),
  instance           INTEGER NOT NULL REFERENCES instance(id),
  variant            INTEGER NOT NULL REFERENCES variant(id),
  configuration      INTEGER NOT NULL REFERENCES configuration(id),
  device             TEXT NOT NULL,
  stage              TEXT NOT NULL,     -- search, final, run
  process            INTEGER NOT NULL,  -- number of the fresh process within the stage
  mode               TEXT NOT NULL,     -- objective and cache mode: 'time warm'
  status             TEXT NOT NULL,     -- ok, or the kind of failure
  message            TEXT NOT NULL,     -- of a failure
  verification_error REAL,              -- in units of the tolerance; NULL: not verified
  stop               TEXT NOT NULL,     -- why sampling ended: precise, budget, raced
  compile_seconds    REAL NOT NULL,
  prepare_seconds    REAL NOT NULL,
  verify_seconds     REAL NOT NULL,
  median             REAL,              -- of the objective; NULL: failed
  lower              REAL,              -- confidence interval of the median
  upper              REAL,              -- Inf: too few samples
  samples            INTEGER NOT NULL,  -- without warm-up
  recorded           TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
CREATE INDEX trial_by_key ON trial (instance, variant, stage, mode);
CREATE INDEX trial_by_run ON trial (run);

CREATE TABLE sample (  -- one timed repetition
  trial          INTEGER NOT NULL REFERENCES trial(id),
  ordinal        INTEGER NOT NULL,  -- order of measuring, from 0
  seconds        REAL NOT NULL,     -- steady clock around everything
  device_seconds REAL NOT NULL,     -- by the device's clock; 0 without a device
  warm_up        INTEGER NOT NULL CHECK (warm_up IN (0, 1)),  -- 1: recorded, not used
  PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE phase_name (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE phase (  -- a named part of a sample
  trial          INTEGER NOT NULL REFERENCES trial(id),
  ordinal        INTEGER NOT NULL,  -- the sample's
  position       INTEGER NOT NULL,  -- order within the sample, from 0
  name           INTEGER NOT NULL REFERENCES phase_name(id),
  host_seconds   REAL NOT NULL,
  device_seconds REAL NOT NULL,
  PRIMARY KEY (trial, ordinal, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial_fact (  -- named numbers the variant attaches: launches, registers
  trial INTEGER NOT NULL REFERENCES trial(id),
  name  TEXT NOT NULL,
  value REAL,  -- NULL: not a number
  unit  TEXT NOT NULL,
  PRIMARY KEY (trial, name)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* version_2 = R"sql(
ALTER TABLE sample ADD COLUMN  -- the device slowed itself down; retaken: recorded, not used
  slowed TEXT NOT NULL DEFAULT 'no' CHECK (slowed IN ('no', 'retaken', 'kept'));

CREATE TABLE energy (  -- raw counters of samples of the objective 'energy', each a block of runs
  trial        INTEGER NOT NULL REFERENCES trial(id),
  ordinal      INTEGER NOT NULL,  -- the sample's
  runs         INTEGER NOT NULL,
  seconds      REAL NOT NULL,     -- between the two readings
  begin_joules REAL NOT NULL,     -- the device's counter, from some fixed moment on
  end_joules   REAL NOT NULL,
  PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* version_3 = R"sql(
CREATE TABLE variant_parameter (  -- so that configurations can be read without the plugin
  variant       INTEGER NOT NULL REFERENCES variant(id),
  position      INTEGER NOT NULL,  -- order of declaration, from 0
  name          TEXT NOT NULL,
  doc           TEXT NOT NULL,
  allowed       TEXT NOT NULL,  -- JSON array of values
  default_value TEXT NOT NULL,  -- JSON; of a configuration that leaves the parameter out
  condition     TEXT NOT NULL,  -- expression; '' holds always. Where false: left out
  PRIMARY KEY (variant, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE variant_constraint (  -- what configurations must satisfy
  variant    INTEGER NOT NULL REFERENCES variant(id),
  position   INTEGER NOT NULL,
  expression TEXT NOT NULL,
  reason     TEXT NOT NULL,  -- completes 'excluded because ...'
  PRIMARY KEY (variant, position)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* version_4 = R"sql(
CREATE TABLE pairing (  -- two trials whose samples were taken in turn: equal ordinals are a pair
  baseline  INTEGER NOT NULL REFERENCES trial(id),
  candidate INTEGER NOT NULL REFERENCES trial(id),
  first     TEXT NOT NULL,  -- a letter for each pair: b or c ran first
  PRIMARY KEY (baseline, candidate)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdict (  -- of a guard, on two builds of a variant
  id            INTEGER PRIMARY KEY,
  run           INTEGER NOT NULL REFERENCES run(id),
  instance      INTEGER NOT NULL REFERENCES instance(id),
  baseline      INTEGER NOT NULL REFERENCES variant(id),
  candidate     INTEGER NOT NULL REFERENCES variant(id),
  device        TEXT NOT NULL,
  configuration INTEGER NOT NULL REFERENCES configuration(id),
  mode          TEXT NOT NULL,
  outcome       TEXT NOT NULL,     -- faster, slower, equivalent, inconclusive, invalid
  reason        TEXT NOT NULL,     -- why not more was said
  log_ratio     REAL,              -- log(candidate / baseline); NULL: none
  lower         REAL,              -- confidence interval of log_ratio
  upper         REAL,
  p_value       REAL NOT NULL,     -- of no difference
  alpha         REAL NOT NULL,
  delta         REAL NOT NULL,     -- log-ratios up to this are no difference
  blocks        INTEGER NOT NULL,  -- fresh processes
  pairs         INTEGER NOT NULL,  -- in all of them
  recorded      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE baseline (  -- runs promoted under a name; the latest row of a name counts, none is removed
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  branch   TEXT NOT NULL,  -- '' where there are none
  machine  INTEGER NOT NULL REFERENCES machine(id),
  run      INTEGER REFERENCES run(id),  -- NULL: the name was taken away
  recorded TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE calibration (  -- of a guard: a build measured against itself
  id                  INTEGER PRIMARY KEY,
  machine             INTEGER NOT NULL REFERENCES machine(id),
  instance            INTEGER NOT NULL REFERENCES instance(id),
  variant             INTEGER NOT NULL REFERENCES variant(id),
  device              TEXT NOT NULL,
  configuration       INTEGER NOT NULL REFERENCES configuration(id),
  mode                TEXT NOT NULL,
  blocks              INTEGER NOT NULL,
  pairs               INTEGER NOT NULL,  -- of each block
  false_positive_rate REAL NOT NULL,
  alpha               REAL NOT NULL,
  between_blocks      REAL NOT NULL,  -- standard deviations of log-ratios
  within_blocks       REAL NOT NULL,
  lag_one             REAL NOT NULL,  -- correlation of a pair with the next
  block_seconds       REAL NOT NULL,  -- a fresh process until its first pair
  pair_seconds        REAL NOT NULL,
  recorded            TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
)sql";

// SQLite keeps a comment of ADD COLUMN only in this position.
constexpr const char* version_5 = R"sql(
ALTER TABLE sample ADD COLUMN
  clock_mhz REAL /* of the device right after the sample; NULL: nobody looked, or it did not tell */;
)sql";

constexpr const char* version_6 = R"sql(
CREATE TABLE takeover (  -- what a scenario needed not measure, as another scenario's run had
  scenario_name TEXT NOT NULL,
  trial         INTEGER NOT NULL REFERENCES trial(id),
  PRIMARY KEY (scenario_name, trial)
) STRICT, WITHOUT ROWID;
)sql";

// Changes no table: from this version on v_best reports the median of the processes, as every
// report does.
constexpr const char* version_7 = "SELECT 1";

constexpr const char* version_8 = R"sql(
ALTER TABLE trial ADD COLUMN
  samples_in_full INTEGER /* timed repetitions compared with the reference; NULL: not known */;
ALTER TABLE trial ADD COLUMN
  samples_by_digest INTEGER /* bitwise the outputs of one that was compared in full */;
ALTER TABLE trial ADD COLUMN
  samples_unverified INTEGER /* by choice: verifying was to cost no more */;
ALTER TABLE trial ADD COLUMN
  agrees_with TEXT NOT NULL DEFAULT '' /* contender that was the reference; '': an independent one */;
CREATE INDEX trial_wrong ON trial (instance, variant, configuration)
  WHERE status IN ('wrong-output', 'not-finite', 'out-of-bounds', 'input-changed');
)sql";

constexpr const char* migrations[] = {version_1, version_2, version_3, version_4,
                                      version_5, version_6, version_7, version_8};

constexpr const char* views = R"sql(
CREATE VIEW v_runs AS  -- what was done when, newest first
SELECT run.id, started, finished, coalesce(outcome, 'open or killed') AS outcome, scenario_name,
       command, fingerprint AS machine,
       (SELECT count(*) FROM trial WHERE trial.run = run.id) AS trials
FROM run JOIN machine ON machine.id = run.machine
ORDER BY run.id DESC;

CREATE VIEW v_trials AS  -- names instead of numbers, times in milliseconds, energies in millijoules
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

CREATE VIEW v_disqualified AS  -- what wins nothing: some trial of it, the first here, was wrong
-- Whatever its stage, process, mode and run; numbers as in the tables, names are in v_trials.
SELECT run.machine, instance, variant, device, configuration, min(trial.id) AS trial
FROM trial JOIN run ON run.id = trial.run
WHERE status IN ('wrong-output', 'not-finite', 'out-of-bounds', 'input-changed')
GROUP BY run.machine, instance, variant, device, configuration;

CREATE VIEW v_best AS  -- least verified configuration of each build of a variant; finals come first
-- Where agrees_with is not '' no independent reference verified it: it agrees with that variant.
-- The median of the processes' medians, as `assay compare` has it, which adds intervals and says who
-- can be told apart.
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

CREATE VIEW v_failures AS  -- failures by kind, with the text of the latest
SELECT machine, problem, arguments, variant, build_id, device, status, count(*) AS trials,
       max(id) AS latest_trial, configuration, message
FROM v_trials
WHERE status <> 'ok'
GROUP BY machine, problem, arguments, variant, build_id, device, status
ORDER BY trials DESC;

CREATE VIEW v_verdicts AS  -- what guards said, latest first; ratios of candidate over baseline
SELECT verdict.id, run, instance.problem, arguments, one.name AS variant, device, outcome, exp(log_ratio) AS ratio,
       exp(lower) AS lower, exp(upper) AS upper, p_value, blocks, pairs, reason,
       one.build_id AS baseline_build, other.build_id AS candidate_build, recorded
FROM verdict
JOIN instance ON instance.id = verdict.instance
JOIN variant AS one ON one.id = baseline
JOIN variant AS other ON other.id = candidate
ORDER BY verdict.id DESC;

CREATE VIEW v_samples AS  -- every repetition, in milliseconds
SELECT trial, ordinal, warm_up, slowed, seconds * 1e3 AS ms, device_seconds * 1e3 AS device_ms,
       clock_mhz
FROM sample;

CREATE VIEW v_energy AS  -- every block of runs whose energy was measured
SELECT trial, ordinal, runs, (end_joules - begin_joules) / runs * 1e3 AS mj_per_run,
       (end_joules - begin_joules) / energy.seconds AS watts,
       runs * sample.seconds / energy.seconds AS share_of_runs  -- the rest passed between them
FROM energy JOIN sample USING (trial, ordinal);

CREATE VIEW v_phases AS  -- every phase of every repetition, in milliseconds
SELECT trial, ordinal, position, phase_name.name AS phase, host_seconds * 1e3 AS host_ms,
       device_seconds * 1e3 AS device_ms
FROM phase JOIN phase_name ON phase_name.id = phase.name;
)sql";

void drop_views(Connection& connection) {
  std::vector<std::string> names;
  Statement statement(connection, "SELECT name FROM sqlite_schema WHERE type = 'view'");
  while (statement.step()) {
    names.push_back(statement.text(0));
  }
  for (const std::string& name : names) {
    connection.execute(fmt::format("DROP VIEW \"{}\"", name).c_str());
  }
}

// Throws for a database that is not assay's or newer than this assay. A single statement reads
// everything at one moment: between two statements, another process might create the store.
std::int64_t checked_version(Connection& connection, const Schema& schema) {
  Statement looked(connection,
                   "SELECT count(*), (SELECT user_version FROM pragma_user_version), "
                   "(SELECT application_id FROM pragma_application_id) FROM sqlite_schema");
  looked.step();
  const bool empty = looked.integer(0) == 0;
  const std::int64_t version = looked.integer(1);
  const bool ours = looked.integer(2) == application_id;
  if (!ours && !(empty && version == 0)) {
    throw environment_error(
        "store {}: is another application's database; name another file with --store",
        connection.file().string());
  }
  if (version < 0) throw StoreDamage(connection.file(), "its schema has a version below 0");
  if (version > schema.version()) {
    throw environment_error(
        "store {}: was written by a newer assay (schema {}, this one reads up to {}): upgrade "
        "assay or name another file with --store",
        connection.file().string(), version, schema.version());
  }
  return version;
}

[[noreturn]] void refuse_read_only(const Connection& connection, std::int64_t version,
                                   const Schema& schema) {
  const std::string file = connection.file().string();
  if (version == 0) {
    throw environment_error("store {}: is empty; record something first (assay tune)", file);
  }
  throw environment_error(
      "store {}: was written by an older assay (schema {}, this one reads {}); any command that "
      "writes to it, such as assay tune, updates it",
      file, version, schema.version());
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

const Schema& store_schema() {
  static const Schema schema{migrations, views};
  return schema;
}

void migrate(Connection& connection, const Schema& schema) {
  std::int64_t version = checked_version(connection, schema);
  if (version == schema.version()) {
    return;
  }
  if (connection.mode() == Connection::Mode::read_only) {
    refuse_read_only(connection, version, schema);
  }
  if (version == 0) {
    use_wal(connection);
  }
  Transaction transaction(connection);
  // Another process may have migrated while this one waited for the lock.
  version = checked_version(connection, schema);
  if (version < schema.version()) {
    drop_views(connection);
    for (; version < schema.version(); ++version) {
      connection.execute(schema.migrations[static_cast<std::size_t>(version)]);
    }
    connection.execute(schema.views);
    connection.execute(
        fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", version, application_id)
            .c_str());
  }
  transaction.commit();
}

}  // namespace assay::sqlite
