// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.Map;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

class EntityReasonsTest {

    @Test
    void eachEntityThatStaysOnJdbcSaysWhy() {
        StubDatabase database = new StubDatabase();
        try (SessionFactory sessionFactory = Factories.offline(
                database.dataSource(), Map.of(HandlerSocketSettings.CLIENT, new FakeClient()), Model.entities())) {
            sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
            HandlerSocketLoads loads = HandlerSocketLoads.of(sessionFactory);
            loads.prepare().toCompletableFuture().join();
            Map<String, String> reasons = loads.entities().stream()
                    .collect(Collectors.toMap(plan -> simpleName(plan.role()), LoadPlan::reason));

            String noTable = "no table game.";
            assertThat(reasons)
                    .containsEntry("Plain", noTable + "plain")
                    .containsEntry("LazyOwner", noTable + "lazy_owner")
                    .containsEntry("Versioned", noTable + "versioned")
                    .containsEntry("SingleRoot", noTable + "single_root")
                    .containsEntry("SingleLeaf", noTable + "single_root")
                    .containsEntry("SoftDeleted", noTable + "soft_deleted")
                    .containsEntry("LeafTable", noTable + "leaf_table")
                    .containsEntry("EagerOwner", noTable + "eager_owner")
                    .containsEntry("JoinedRoot", noTable + "joined_root")
                    .containsEntry("JoinedLeaf", noTable + "joined_leaf")
                    .containsEntry("TwoTables", noTable + "two_tables")
                    .containsEntry("OtherCatalog", "table other is in schema elsewhere, the connections in game");
            assertThat(reasons.get("WithFormula")).startsWith("@Formula upper(");
            assertThat(reasons.get("ReadExpression"))
                    .isEqualTo("ReadExpression.name: column name has a read expression");
            assertThat(reasons.get("Restricted")).startsWith("a restriction (@SQLRestriction or @Filter) other than");
            assertThat(reasons.get("Subquery")).startsWith("it reads more than a plain table");
            assertThat(reasons.get("UnionRoot")).startsWith("it reads more than a plain table");
            assertThat(reasons.get("WithFloat")).isEqualTo(noTable + "with_float");
        }
        assertThat(database.statements()).isEmpty();
    }

    private static String simpleName(String entity) {
        return entity.substring(entity.lastIndexOf('$') + 1);
    }
}
