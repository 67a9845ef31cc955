// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.HidingClassLoader;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.sql.results.internal.ResultsHelper;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A patch of Hibernate that lacks a method which every fast load calls leaves all loads to JDBC. */
class IncompatiblePatchTest {

    @Test
    void leavesEveryLoadToJdbcWithOneWarning() {
        StubDatabase database = new StubDatabase();
        FakeClient client = FakeClient.withAnn();
        ClassLoader loader = new HidingClassLoader(ResultsHelper.class, "createRowReader");
        Logger log = (Logger) LoggerFactory.getLogger("io.handlersocket.hibernate");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try (SessionFactory sessionFactory = Factories.offline(
                database.dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, client, App.CLASS_LOADER, loader),
                Player.class)) {
            sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
            for (int i = 0; i < 10; i++) {
                sessionFactory.inSession(session -> session.find(Player.class, 1L));
            }
        } finally {
            log.detachAppender(lines);
        }
        assertThat(database.statements()).hasSize(10);
        assertThat(client.lookups()).isEmpty();
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains("org.hibernate.sql.results.internal.ResultsHelper.createRowReader"));
    }
}
