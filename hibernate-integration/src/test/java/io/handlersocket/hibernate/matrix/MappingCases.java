// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.AllTypes;
import io.handlersocket.hibernate.fixture.Enhanced;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Rare;
import io.handlersocket.hibernate.fixture.Special;
import java.lang.reflect.InvocationTargetException;
import java.util.stream.Stream;
import org.hibernate.Session;

/** What an entity may be mapped with. */
final class MappingCases {

    private MappingCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(values(), inheritance(), special()).flatMap(cases -> cases);
    }

    private static Stream<MatrixCase> values() {
        return Stream.of(
                row("every basic type", HANDLERSOCKET, "", 1, s -> s.find(AllTypes.class, 1L)),
                row("every basic type, null", HANDLERSOCKET, "", 1, s -> s.find(AllTypes.class, 2L)),
                row("embedded in embedded", HANDLERSOCKET, "", 1, s -> s.find(Special.Housed.class, 1)),
                row("embedded, all null", HANDLERSOCKET, "", 1, s -> s.find(Special.Housed.class, 2)),
                row("@Immutable with a mapped superclass", HANDLERSOCKET, "", 1, s -> s.find(Special.Fixed.class, 1)),
                row("@Lob text", HANDLERSOCKET, "", 1, s -> s.find(Special.Texts.class, 1)),
                row("@Lob bytes", HANDLERSOCKET, "", 1, s -> s.find(Special.Pictured.class, 1)),
                row("a LOB's locator", JDBC, "", 1, s -> s.find(Special.Located.class, 1)),
                row("@Version", HANDLERSOCKET, "", 1, s -> s.find(Model.Versioned.class, 1)),
                // The text that the driver gets has 6 digits: 16777200. Exactly, the number is 16777216.
                row("FLOAT", HANDLERSOCKET, "", 1, s -> s.find(Model.WithFloat.class, 1)),
                row(
                                "FLOAT by server-side prepared statements",
                                JDBC,
                                "Remove useServerPrepStmts",
                                1,
                                s -> s.find(Rare.Rounded.class, 1))
                        .in(World.PREPARED),
                row(
                                "TIMESTAMP and dates by server-side prepared statements",
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> s.find(Rare.Dated.class, 1))
                        .in(World.PREPARED),
                row("lazy attribute, not read", HANDLERSOCKET, "", 1, s -> s.find(Enhanced.PASSES, 1)),
                row(
                        "lazy attribute, read",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> (Object) s.find(Enhanced.PASSES, 1),
                        MappingCases::story));
    }

    private static Object story(Session session, Object passes) {
        try {
            return Enhanced.PASSES.getMethod("getStory").invoke(passes);
        } catch (IllegalAccessException | NoSuchMethodException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<MatrixCase> inheritance() {
        return Stream.of(
                row("SINGLE_TABLE root, a root", HANDLERSOCKET, "", 1, s -> s.find(Model.SingleRoot.class, 1)),
                row("SINGLE_TABLE root, a leaf", HANDLERSOCKET, "", 1, s -> s.find(Model.SingleRoot.class, 2)),
                row("SINGLE_TABLE leaf", HANDLERSOCKET, "", 1, s -> s.find(Model.SingleLeaf.class, 2)),
                row(
                        "SINGLE_TABLE leaf, a root",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(s.find(Model.SingleLeaf.class, 1))),
                row("JOINED root", HANDLERSOCKET, "", 1, s -> s.find(Model.JoinedRoot.class, 2)),
                row("JOINED leaf", HANDLERSOCKET, "", 1, s -> s.find(Model.JoinedLeaf.class, 2)),
                row("TABLE_PER_CLASS root", JDBC, "", 1, s -> s.find(Model.UnionRoot.class, 2)),
                row("TABLE_PER_CLASS leaf", HANDLERSOCKET, "", 1, s -> s.find(Model.LeafTable.class, 2)),
                row("@SecondaryTable", HANDLERSOCKET, "", 1, s -> s.find(Model.TwoTables.class, 1)));
    }

    private static Stream<MatrixCase> special() {
        return Stream.of(
                row("@SoftDelete", HANDLERSOCKET, "", 1, s -> s.find(Model.SoftDeleted.class, 1)),
                row(
                        "@SoftDelete, deleted",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(s.find(Model.SoftDeleted.class, 2))),
                row("@Formula", JDBC, "@Formula", 1, s -> s.find(Model.WithFormula.class, 1)),
                row("@ColumnTransformer(read)", JDBC, "read expression", 1, s -> s.find(Model.ReadExpression.class, 1)),
                row("@SQLRestriction", JDBC, "restriction", 1, s -> s.find(Model.Restricted.class, 1)),
                row(
                        "@SQLRestriction that hides the row",
                        JDBC,
                        "restriction",
                        1,
                        s -> String.valueOf(s.find(Model.Restricted.class, 2))),
                row("@Subselect", JDBC, "plain table", 1, s -> s.find(Model.Subquery.class, 1)),
                row("@Filter, not for loads by key", HANDLERSOCKET, "", 1, s -> {
                    s.enableFilter("small").setParameter("max", 5);
                    return s.find(Special.Filtered.class, 2);
                }),
                row("@Filter for loads by key", JDBC, "restriction", 1, s -> {
                    s.enableFilter("key").setParameter("max", 5);
                    return String.valueOf(s.find(Special.FilteredAlways.class, 2));
                }),
                row(
                        "@Filter for loads by key, not enabled",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Special.FilteredAlways.class, 2)),
                row("partitioned table", JDBC, "partition", 1, s -> s.find(Special.Partitioned.class, 1)),
                row("view", JDBC, "view", 1, s -> s.find(Special.Viewed.class, 1)),
                row("table of another catalog", JDBC, "schema elsewhere", 1, s -> s.find(Model.OtherCatalog.class, 1)),
                row("@TenantId", JDBC, "session of a tenant", 1, s -> s.find(World.Owned.class, 1))
                        .in(World.TENANT),
                row(
                                "@TenantId of another tenant",
                                JDBC,
                                "session of a tenant",
                                1,
                                s -> String.valueOf(s.find(World.Owned.class, 2)))
                        .in(World.TENANT));
    }
}
