// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.LineProxy;
import io.handlersocket.testkit.Seed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checker finds wrong readers on a real server, and what a server or network that changes replies makes of right
 * ones; the client refuses the row of another key before that.
 */
class PlantedAnomaliesIT {

    private static final int KEYS = 8; // few, so that readers and writers meet often
    private static final int WRITERS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ENOUGH = 200;
    private static final int REFUSALS = 5;

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final Random random = Seed.random(PlantedAnomaliesIT.class);

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        Teams.createTables(server, KEYS);
    }

    /** One call of a reader. */
    private interface Reading {
        void read(Wrongs wrongs) throws Exception;
    }

    static Stream<Arguments> wrongReaders() {
        return Stream.of(
                reader("right", Wrongs::right),
                reader(
                        "READ UNCOMMITTED",
                        Wrongs::readUncommitted,
                        Anomaly.UNCOMMITTED,
                        Anomaly.ROLLED_BACK,
                        Anomaly.MISSING,
                        Anomaly.INVENTED,
                        Anomaly.BACKWARDS),
                reader("old snapshot", Wrongs::oldSnapshot, Anomaly.STALE, Anomaly.MISSING),
                reader("halves of two rows", Wrongs::halves, Anomaly.TORN),
                reader("the next key's row", Wrongs::neighbour, Anomaly.MIXED_UP, Anomaly.MISSING),
                reader("row by row", Wrongs::oneByOne, Anomaly.FRACTURED));
    }

    /** The first anomaly has to be found; the others follow from it at times. */
    private static Arguments reader(String name, Reading reading, Anomaly... anomalies) {
        return Arguments.of(Named.of(name, reading), anomalies);
    }

    @ParameterizedTest
    @MethodSource("wrongReaders")
    void findsWhatAWrongReaderSees(Reading reading, Anomaly[] expected) throws Exception {
        Findings findings;
        try (Crew writing = writers(true);
                Connection connection = server.dataSource().getConnection();
                Observer observer = new Observer(Journal.create(folder))) {
            Wrongs wrongs = new Wrongs(connection, observer, new Random(random.nextLong()), KEYS);
            findings = readUntilFound(() -> reading.read(wrongs), expected);
            assertThat(writing.failures()).isEmpty();
        }
        assertThat(findings.anomalies().keySet()).as("%s", findings).isSubsetOf(expected);
        assertThat(findings.anomalies().keySet())
                .containsAll(Stream.of(expected).limit(1).toList());
    }

    @Test
    void theClientRefusesTheRowOfAnotherKey() throws Exception {
        try (LineProxy proxy = proxy(SwappedReplies::new);
                HandlerSocketClient client = through(proxy);
                Crew writing = writers(false);
                Observer observer = new Observer(Journal.create(folder))) {
            Index index = client.index(IndexSpec.primary(server.getDatabaseName(), Items.TABLE));
            long end = System.nanoTime() + PATIENCE.toNanos();
            int refused = 0;
            while (refused < REFUSALS && System.nanoTime() < end) {
                try {
                    find(index, observer);
                } catch (ProtocolException e) {
                    refused++;
                } catch (RuntimeException e) {
                    Thread.sleep(10); // the client closed that connection and makes another one
                }
            }

            assertThat(refused).isEqualTo(REFUSALS);
            assertThat(proxy.changed()).isPositive();
            assertThat(writing.failures()).isEmpty();
        }
        assertThat(HistoryChecker.check(folder).anomalies()).isEmpty();
    }

    static Stream<Arguments> tamperedReplies() {
        return Stream.of(
                tamper("replies from a cache", KeptReplies::new, Anomaly.STALE),
                tamper("columns of two replies", MixedReplies::new, Anomaly.TORN));
    }

    private static Arguments tamper(String name, Supplier<LineProxy.Change> tampers, Anomaly expected) {
        return Arguments.of(Named.of(name, tampers), expected);
    }

    /** The client cannot know: the key is right. */
    @ParameterizedTest
    @MethodSource("tamperedReplies")
    void findsRepliesThatWereChanged(Supplier<LineProxy.Change> tampers, Anomaly expected) throws Exception {
        try (LineProxy proxy = proxy(tampers);
                HandlerSocketClient client = through(proxy);
                Crew writing = writers(false);
                Observer observer = new Observer(Journal.create(folder))) {
            Index index = client.index(IndexSpec.primary(server.getDatabaseName(), Items.TABLE));

            Findings findings = readUntilFound(() -> find(index, observer), expected);

            assertThat(findings.anomalies().keySet())
                    .as("%s", findings)
                    .contains(expected)
                    .isSubsetOf(expected, Anomaly.BACKWARDS); // connections keep different replies
            assertThat(proxy.changed()).isPositive();
            assertThat(writing.failures()).isEmpty();
        }
    }

    private interface Call {
        void make() throws Exception;
    }

    /** Reads until the first of these is found, or, if none is expected, often enough. */
    private Findings readUntilFound(Call call, Anomaly... expected) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            for (int i = 0; i < ENOUGH; i++) {
                call.make();
            }
            Findings findings = HistoryChecker.check(folder);
            if (expected.length == 0 || findings.anomalies().containsKey(expected[0]) || System.nanoTime() > end) {
                return findings;
            }
        }
    }

    private Crew writers(boolean deletes) throws SQLException {
        server.execute("DELETE FROM " + Items.TABLE);
        Crew crew = new Crew();
        Writers writers = new Writers(KEYS);
        for (int i = 0; i < WRITERS; i++) {
            Journal journal = Journal.create(folder);
            Writer writer = new Writer(server.dataSource(), writers, journal, new Random(random.nextLong()), deletes);
            if (i == 0) {
                writer.fill();
            }
            crew.start(writer::write, () -> {
                writer.close();
                journal.close();
            });
        }
        return crew;
    }

    private static void find(Index index, Observer observer) {
        long key = 1L + random.nextInt(KEYS);
        long begin = System.nanoTime();
        Seen row = index.find(key)
                .map(found -> new Seen(
                        found.getLong("id"),
                        found.getLong("version"),
                        found.getLong("mark"),
                        Objects.requireNonNull(found.getString("body"))))
                .orElse(null);
        observer.saw(Way.CLIENT, begin, key, row);
    }

    private static LineProxy proxy(Supplier<LineProxy.Change> tampers) {
        return new LineProxy(server.getHost(), server.readPort(), tampers);
    }

    private static HandlerSocketClient through(LineProxy proxy) {
        HandlerSocketClient client = HandlerSocketClient.builder()
                .dataSource(server.dataSource())
                .host("localhost")
                .port(proxy.port())
                .secret(server.readSecret())
                .build();
        await().until(() -> client.snapshot().state() == ClientState.READY);
        return client;
    }

    /** Each twentieth reply is the one before it, which is of another key. */
    private static final class SwappedReplies implements LineProxy.Change {

        private String request = "";
        private String reply = "";
        private int replies;

        @Override
        public String reply(String asked, String answer) {
            boolean swaps = ++replies % 20 == 0 && !asked.equals(request) && !reply.isEmpty();
            String handedOn = swaps ? reply : answer;
            request = asked;
            reply = answer;
            return handedOn;
        }
    }

    /** Repeats the first reply to a request ten times, as a cache does. */
    private static final class KeptReplies implements LineProxy.Change {

        private final Map<String, String> kept = new HashMap<>();
        private int replies;

        @Override
        public String reply(String asked, String answer) {
            if (++replies % (10 * KEYS) == 0) {
                kept.clear();
            }
            return kept.computeIfAbsent(asked, request -> answer);
        }
    }

    /** The last column is that of the reply before to the same request. */
    private static final class MixedReplies implements LineProxy.Change {

        private final Map<String, String> last = new HashMap<>();

        @Override
        public String reply(String asked, String answer) {
            String before = last.put(asked, answer);
            int column = answer.lastIndexOf('\t');
            return before == null ? answer : answer.substring(0, column) + before.substring(before.lastIndexOf('\t'));
        }
    }
}
