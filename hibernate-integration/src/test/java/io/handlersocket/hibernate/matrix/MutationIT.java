// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.RawLookup;
import io.handlersocket.hibernate.internal.seam.Ungated;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With one of the safeguards switched off, cases of the matrix come out wrong: they would be noticed. */
@Tag("exhaustive")
class MutationIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final Class<?>[] ENTITIES = {
        Model.Plain.class, Model.Versioned.class, Keyed.BySmall.class, Keyed.ByText.class, Keyed.ByDecimal.class
    };
    private static final DmlLog LOG = new DmlLog();

    private static App plain;
    private static KeyReads keyReads;

    @BeforeAll
    static void start() throws SQLException {
        keyReads = new KeyReads(SERVER);
        SERVER.execute("drop table if exists lazy_owner, eager_owner"); // they refer to plain
        plain = App.plain(SERVER, settings("hibernate.hbm2ddl.auto", "create"), ENTITIES);
        SERVER.execute(Stream.concat(Model.rows().stream(), Keyed.rows().stream())
                .filter(row -> row.matches("insert into (plain|versioned|by_small|by_text|by_decimal) .*"))
                .toArray(String[]::new));
    }

    @AfterAll
    static void stop() throws SQLException {
        plain.close();
        keyReads.close();
    }

    private static Map<String, Object> settings(String name, Object value) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.generate_statistics", true);
        settings.put("hibernate.session_factory.statement_inspector", LOG);
        settings.put("hibernate.connection.provider_disables_autocommit", true);
        settings.put(App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        settings.put(name, value);
        return settings;
    }

    /** The cases that come out otherwise than over JDBC. */
    private static List<String> wrong(Stream<MatrixCase> cases, HandlerSocketClient client, boolean gated) {
        try (App app = App.over(SERVER, client, settings(Ungated.SETTING, !gated), ENTITIES)
                .ready(ENTITIES)) {
            return cases.filter(one -> !Run.of(one, app, LOG, keyReads)
                            .outcome()
                            .equals(Run.of(one, plain, LOG, keyReads).outcome()))
                    .map(MatrixCase::name)
                    .toList();
        }
    }

    @Test
    void withEverySafeguardNothingIsWrong() {
        assertThat(wrong(Stream.concat(SessionCases.writes(), IdCases.beyond()), App.client(SERVER), true))
                .isEmpty();
    }

    @Test
    void withoutTheGateOwnWritesAreNotSeen() {
        assertThat(wrong(SessionCases.writes(), App.client(SERVER), false))
                .contains("find after a bulk update", "own row after flush and clear", "refresh after a native update");
    }

    @Test
    void withoutKeyValidationOtherRowsAreFound() {
        DisturbedClient.Lookups unvalidated =
                (target, method, args) -> method.getName().equals("find")
                        ? DisturbedClient.call(target, method, RawLookup.keyThatTheServerFinds(SERVER, target, args))
                        : DisturbedClient.call(target, method, args);
        assertThat(wrong(IdCases.beyond(), DisturbedClient.of(App.client(SERVER), unvalidated), true))
                .hasSize((int) IdCases.beyond().count());
    }
}
