// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.OverJdbc;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JFR event of each load. */
class LoadEventTest {

    private static final String EVENT = "io.handlersocket.Load";

    @TempDir
    Path directory;

    private final FakeClient client = FakeClient.withAnn();
    private SessionFactory sessionFactory;

    @BeforeEach
    void start() {
        sessionFactory = Factories.offline(
                new StubDatabase().dataSource(), Map.of(HandlerSocketSettings.CLIENT, client), Player.class);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        HandlerSocketLoads.of(sessionFactory).prepare().toCompletableFuture().join();
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    private List<RecordedEvent> recorded(Consumer<Recording> configuration) throws IOException {
        Path file = directory.resolve("loads.jfr");
        try (Recording recording = new Recording()) {
            configuration.accept(recording);
            recording.start();
            sessionFactory.inSession(LoadEventTest::load);
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .toList();
    }

    private static void load(Session session) {
        session.find(Player.class, 1L);
        session.find(Player.class, 4_711L);
        session.createSelectionQuery("from Player where id = 4711", Player.class)
                .setComment(OverJdbc.COMMENT)
                .getResultList();
    }

    @Test
    void aRecordingThatEnablesTheEventHasOneForEachLoad() throws IOException {
        List<RecordedEvent> events = recorded(recording -> recording.enable(EVENT));

        assertThat(events)
                .extracting(
                        event -> event.getString("role"),
                        event -> event.getString("route"),
                        event -> event.getInt("rows"),
                        event -> event.getString("kind"),
                        event -> event.getString("reason"))
                .containsExactlyInAnyOrder(
                        tuple(Player.class.getName(), "HANDLERSOCKET", 1, null, null),
                        tuple(Player.class.getName(), "HANDLERSOCKET", 0, null, null),
                        tuple(
                                "query on " + Player.class.getName(),
                                "JDBC",
                                0,
                                "OPTION",
                                "the query's comment asks for JDBC (OverJdbc.COMMENT)"));
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getDuration()).isPositive();
            assertThat(event.getThread().getJavaName())
                    .isEqualTo(Thread.currentThread().getName());
            assertThat(event.getStackTrace().getFrames())
                    .anyMatch(frame -> frame.getMethod().getName().equals("load"));
            assertThat(event.getEventType().getCategoryNames()).containsExactly("HandlerSocket");
        });
    }

    private static org.assertj.core.groups.Tuple tuple(@org.jspecify.annotations.Nullable Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    @Test
    void aThresholdKeepsShortLoadsOut() throws IOException {
        assertThat(recorded(recording -> recording.enable(EVENT).withThreshold(Duration.ofHours(1))))
                .isEmpty();
    }

    @Test
    void noOtherRecordingHasIt() throws IOException {
        assertThat(recorded(recording -> recording.enable("jdk.JavaMonitorEnter")))
                .isEmpty();
    }

    @Test
    void aLoadThatNothingObservesMakesNoObject() {
        assertThat(LoadLog.start()).isSameAs(LoadLog.start());
        try (Recording recording = new Recording()) {
            recording.enable(EVENT);
            recording.start();
            assertThat(LoadLog.start()).isNotSameAs(LoadLog.start());
        }
    }
}
