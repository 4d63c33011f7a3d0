// The variants of a store: their descriptions, by which configurations can be interpreted.
#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"
#include "framework/store/damage.hpp"
#include "framework/store/store.hpp"
#include "framework/store/store_impl.hpp"

namespace assay {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Transaction;

namespace {

std::vector<Value> values_of(const std::string& text) {
  const auto list = parse_json_or_discard(text);
  if (!list.is_array()) throw internal_error("the values of a parameter are not a JSON array");
  return read_as<std::vector<Value>>(list);
}

bool has_space(Connection& db, std::int64_t variant) {
  Query row(db.cached("SELECT 1 FROM variant_parameter WHERE variant = ? LIMIT 1"));
  row->bind_all(variant);
  return row->step();
}

void write_space(Connection& db, std::int64_t id, const VariantDescription& variant) {
  std::int64_t position = 0;
  for (const Parameter& parameter : variant.parameters) {
    db.cached("INSERT INTO variant_parameter VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind_all(id, position++, parameter.name, parameter.doc, json_of(parameter.values).dump(),
                  to_json(parameter.default_value).dump(), parameter.condition)
        .run();
  }
  position = 0;
  for (const Constraint& constraint : variant.constraints) {
    db.cached("INSERT INTO variant_constraint VALUES (?, ?, ?, ?)")
        .bind_all(id, position++, constraint.expression, constraint.reason)
        .run();
  }
}

}  // namespace

std::int64_t Store::variant(const VariantDescription& variant) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  Query row(
      db.cached("INSERT INTO variant (problem, name, backend, plugin, build_id)"
                " VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET backend = excluded.backend RETURNING id"));
  row->bind_all(variant.problem, variant.name, variant.backend, variant.plugin, variant.build_id);
  row->step();
  const std::int64_t id = row->integer(0);
  row->reset();
  if (!variant.parameters.empty() && !has_space(db, id)) write_space(db, id, variant);
  transaction.commit();
  return id;
}

std::vector<StoredVariant> Store::variants() const {
  std::vector<StoredVariant> variants;
  Query rows(impl_->connection.cached(
      "SELECT id, name, problem, backend, plugin, build_id FROM variant ORDER BY id"));
  while (rows->step()) {
    variants.push_back({rows->integer(0), rows->text(1), rows->text(2), rows->text(3),
                        rows->text(4), rows->text(5)});
  }
  return variants;
}

VariantDescription Store::variant_description(std::int64_t variant) const {
  Connection& db = impl_->connection;
  Query row(db.cached("SELECT name, problem, backend, plugin, build_id FROM variant WHERE id = ?"));
  row->bind_all(variant);
  if (!row->step()) throw internal_error("the store has no variant {}", variant);
  VariantDescription description;
  description.name = row->text(0);
  description.problem = row->text(1);
  description.backend = row->text(2);
  description.plugin = row->text(3);
  description.build_id = row->text(4);

  Query parameters(
      db.cached("SELECT name, doc, allowed, default_value, condition FROM variant_parameter"
                " WHERE variant = ? ORDER BY position"));
  parameters->bind_all(variant);
  while (parameters->step()) {
    Parameter& parameter = description.parameters.emplace_back();
    parameter.name = parameters->text(0);
    parameter.doc = parameters->text(1);
    reading(db.file(), "variant", variant, [&] {
      parameter.values = values_of(parameters->text(2));
      parameter.default_value = value_from_json(parse_json_or_discard(parameters->text(3)));
    });
    parameter.condition = parameters->text(4);
  }
  Query constraints(db.cached(
      "SELECT expression, reason FROM variant_constraint WHERE variant = ? ORDER BY position"));
  constraints->bind_all(variant);
  while (constraints->step()) {
    description.constraints.push_back({constraints->text(0), constraints->text(1)});
  }
  return description;
}

}  // namespace assay
