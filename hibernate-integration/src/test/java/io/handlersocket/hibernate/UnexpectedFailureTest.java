// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A failure that no rule expects is logged once with its stack trace, and JDBC answers the load. */
class UnexpectedFailureTest {

    private final FakeClient client = FakeClient.withAnn();
    private final StubDatabase database = new StubDatabase();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger log = (Logger) LoggerFactory.getLogger("io.handlersocket.hibernate.internal");
    private SessionFactory sessionFactory;
    private HandlerSocketLoads loads;

    private static final class OfReading extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private static final class OfOpening extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @BeforeEach
    void start() {
        lines.start();
        log.addAppender(lines);
        sessionFactory =
                Factories.offline(database.dataSource(), Map.of(HandlerSocketSettings.CLIENT, client), Player.class);
        loads = HandlerSocketLoads.of(sessionFactory);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
    }

    @AfterEach
    void stop() {
        log.detachAppender(lines);
        sessionFactory.close();
    }

    @Test
    void ofALookupIsLoggedOnce() {
        loads.prepare().toCompletableFuture().join();
        client.whileAnswering(() -> {
            throw new OfReading();
        });
        load();
        load();
        assertThat(database.statements()).hasSize(2);
        assertThat(loads.counts())
                .containsExactly(new LoadCount(
                        Player.class.getName(),
                        new JdbcReason(JdbcReason.Kind.FAILURE, "the lookup failed: OfReading"),
                        2));
        assertThat(warnings()).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).startsWith(Player.class.getName() + ": ");
            assertThat(line.getThrowableProxy().getClassName()).isEqualTo(OfReading.class.getName());
        });
    }

    @Test
    void ofAnOpeningIsLoggedOnce() {
        client.openAfter(CompletableFuture.failedFuture(new OfOpening()));
        loads.prepare().toCompletableFuture().join();
        load();
        assertThat(loads.counts())
                .singleElement()
                .extracting(LoadCount::reason)
                .isEqualTo("the index could not be opened: OfOpening");
        assertThat(warnings()).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).startsWith("player: ");
            assertThat(line.getThrowableProxy().getClassName()).isEqualTo(OfOpening.class.getName());
        });
    }

    private void load() {
        sessionFactory.inSession(session -> session.find(Player.class, 1L));
    }

    private List<ILoggingEvent> warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .filter(line -> line.getFormattedMessage().contains("failed unexpectedly"))
                .toList();
    }
}
