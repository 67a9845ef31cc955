// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Rare;
import io.handlersocket.hibernate.fixture.Special;
import io.handlersocket.hibernate.fixture.Twins;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What stays on JDBC says why, before anything is loaded, in words that tell what to change. */
class PlansIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    @Test
    void everyReasonCanBeActedUpon() {
        SERVER.execute("drop view if exists s_viewed");
        List<Class<?>> entities = new ArrayList<>(Rare.entities());
        entities.addAll(
                List.of(Special.Partitioned.class, Special.Viewed.class, Special.Fixed.class, Special.Located.class));
        List<String> rows = new ArrayList<>(Rare.rows());
        Special.rows().stream()
                .filter(Predicate.not(row -> row.startsWith("insert")))
                .forEach(rows::add);
        List<String> tables = List.of(
                "r_withdrawn",
                "r_animal",
                "r_archive",
                "r_sheet",
                "r_folder",
                "r_stamped",
                "r_labelled",
                "r_computed",
                "r_volume",
                "r_shelf",
                "s_partitioned",
                "s_viewed",
                "s_fixed",
                "s_located");
        try (Twins twins = new Twins(SERVER, Map.of(), tables, rows, entities.toArray(Class<?>[]::new))) {
            assertThat(twins.fast().loads().plans().stream()
                            .filter(plan -> plan.route() == Route.JDBC)
                            .collect(Collectors.toMap(plan -> plan.role().replaceAll(".*\\$", ""), LoadPlan::reason)))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "Partitioned",
                            "s_partitioned is a partitioned table",
                            "Viewed",
                            "s_viewed is a view; HandlerSocket reads tables only",
                            "Located",
                            "Located.large: column large is a LOB locator"));
        } finally {
            SERVER.execute("drop view if exists s_viewed");
        }
    }
}
