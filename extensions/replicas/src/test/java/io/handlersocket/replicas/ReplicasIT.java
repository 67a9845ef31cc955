// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.ReadScope.Answer;
import io.handlersocket.replicas.ServerSnapshot.NotAsked;
import io.handlersocket.replicas.ServerSnapshot.Role;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each read says who may answer, and the scope says who did. */
@Timeout(120)
class ReplicasIT {

    private static final Freshness RECENT = Freshness.within(Duration.ofMillis(500));

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private static Replicas replicas;
    private static Index items;
    private static Index myIsam;

    @BeforeAll
    static void open() {
        DB.primary()
                .execute(
                        "CREATE TABLE item (id INT PRIMARY KEY, v BIGINT NOT NULL)",
                        "INSERT INTO item VALUES (1, 0), (2, 0), (3, 0)",
                        "CREATE TABLE other (id INT PRIMARY KEY, v BIGINT NOT NULL) ENGINE=MyISAM",
                        "INSERT INTO other VALUES (1, 0)");
        replicas = Replicas.builder(PatientClient.builder().name("db").dataSource(DB.primaryDataSource()))
                .replica("db2", PatientClient.builder().dataSource(DB.server(2).dataSource()))
                .replica("db3", PatientClient.builder().dataSource(DB.server(3).dataSource()))
                .waitAtMost(Duration.ofMillis(300))
                .build();
        items = Patience.answer(() -> replicas.client().index("item"));
        myIsam = Patience.answer(() -> replicas.client().index("other"));
    }

    @AfterAll
    static void close() {
        replicas.close();
    }

    @BeforeEach
    void usable() {
        Patience.await().untilAsserted(() -> {
            assertThat(replicas.servers())
                    .allSatisfy(server ->
                            assertThat(server.usable()).as("%s", server).isTrue());
            assertThat(answer(Freshness.ANY).primary()).isFalse();
        });
    }

    private static long v(Index index) {
        return index.find(1).orElseThrow().longAt(1);
    }

    /** Reads a value as soon as there is an answer. */
    private static long answeredV(Index index) {
        return Patience.answer(() -> v(index));
    }

    /** Reads one row in a scope, as soon as there is an answer; returns how it was answered. */
    private static Answer answer(Freshness freshness) {
        return Patience.answer(() -> answerNow(freshness, items));
    }

    private static Answer answerNow(Freshness freshness, Index index) {
        try (ReadScope scope = replicas.open(freshness)) {
            v(index);
            assertThat(scope.answers()).hasSize(1);
            return scope.answers().get(0);
        }
    }

    /** Waits for an answer of a replica; returns how it was answered. */
    private static Answer replicaAnswer(Freshness freshness) {
        return Patience.await().until(() -> answer(freshness), answer -> !answer.primary());
    }

    private static void write(String sql) {
        try (Connection connection = DB.primaryDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutAScopeAndForPrimaryThePrimaryAnswers() {
        long before = accepted();
        for (int i = 1; i <= 20; i++) {
            write("UPDATE item SET v = v + 1 WHERE id = 1");
            long seen = answeredV(items);
            assertThat(replicas.read(Freshness.PRIMARY, () -> answeredV(items))).isEqualTo(seen);
        }
        assertThat(answer(Freshness.PRIMARY).primary()).isTrue();
        assertThat(accepted()).isEqualTo(before);
    }

    private static long accepted() {
        return replicas.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    @Test
    void aReplicaAnswersWithTheAgeAndThePositionOfItsRows() {
        Answer answer = replicaAnswer(RECENT);
        assertThat(answer.server()).isIn("db2", "db3");
        assertThat(answer.age().orElseThrow()).isLessThan(Duration.ofMillis(500));
        assertThat(answer.position().orElseThrow().domains()).containsKey(0L);
    }

    @Test
    void readsForWhichNoReplicaIsAskedAreCountedByReason() throws InterruptedException {
        assertThat(notAsked()).containsOnlyKeys(NotAsked.values());
        Patience.await().until(() -> {
            Map<NotAsked, Long> before = notAsked();
            assertThat(answerNow(Freshness.PRIMARY, items).primary()).isTrue();
            assertThat(notAsked()).isEqualTo(before);
            boolean ofReplica = !answerNow(Freshness.ANY, items).primary();
            if (ofReplica) {
                assertThat(notAsked()).isEqualTo(before);
            }
            return ofReplica;
        });
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
        try {
            write("UPDATE item SET v = v + 1 WHERE id = 1");
            awaitCount(NotAsked.BEHIND, Freshness.atLeast(Patience.answer(replicas::position)), items);
            Thread.sleep(600);
            awaitCount(NotAsked.TOO_OLD, RECENT, items);
            awaitCount(NotAsked.NOT_OPEN, Freshness.ANY, myIsam);
        } finally {
            DB.startSqlThread(0);
            DB.startSqlThread(1);
        }
    }

    /**
     * Waits until the primary has answered a read, and this reason was counted. Before that, a replica that stood still
     * may be unusable, or may have been asked in vain.
     */
    private static void awaitCount(NotAsked reason, Freshness freshness, Index index) {
        Patience.await().until(() -> {
            Map<NotAsked, Long> before = notAsked();
            Map<NotAsked, Long> expected = plusOne(before, reason);
            assertThat(answerNow(freshness, index).primary()).isTrue();
            Map<NotAsked, Long> after = notAsked();
            assertThat(after).isIn(expected, plusOne(before, NotAsked.UNUSABLE), before);
            return after.equals(expected);
        });
    }

    private static Map<NotAsked, Long> plusOne(Map<NotAsked, Long> counts, NotAsked reason) {
        Map<NotAsked, Long> more = new EnumMap<>(counts);
        more.merge(reason, 1L, Long::sum);
        return more;
    }

    private static Map<NotAsked, Long> notAsked() {
        assertThat(replicas.servers())
                .filteredOn(server -> server.role() == Role.REPLICA)
                .allSatisfy(server -> assertThat(server.notAsked()).isEmpty());
        return replicas.servers().get(0).notAsked();
    }

    @Test
    void theScopeOfAThreadIsTheInnermostOne() {
        assertThat(replicas.scope()).isEmpty();
        ReadSession session = replicas.session();
        try (ReadScope outer = replicas.open(RECENT, session)) {
            assertThat(replicas.scope()).containsSame(outer);
            assertThat(outer.freshness()).isEqualTo(RECENT);
            assertThat(outer.session()).containsSame(session);
            try (ReadScope inner = replicas.open(Freshness.PRIMARY)) {
                assertThat(replicas.scope()).containsSame(inner);
                answeredV(items);
            }
            assertThat(outer.answers())
                    .singleElement()
                    .satisfies(answer -> assertThat(answer.primary()).isTrue());
        }
    }

    @Test
    void aBoundThatNoPollCanProveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replicas.open(Freshness.parse("99ms")))
                .withMessageContaining("pollInterval");
    }

    @Test
    void everyKindOfReadGoesToAReplica() {
        Range range = Range.equal(2);
        Read read = new Read(items, List.of(Key.of(1), Key.of(3)), List.of(), 1);
        Patience.await().until(() -> {
            try (ReadScope scope = replicas.open(Freshness.ANY)) {
                assertThat(items.find(99)).isEmpty();
                assertThat(items.findAll(List.of(1, 2, 99))).hasSize(3);
                assertThat(items.range(range)).hasSize(1);
                assertThat(items.ranges(List.of(range, range))).hasSize(2);
                assertThat(replicas.client().readTogether(List.of(read)).get(0).rows())
                        .hasSize(2);
                assertThat(items.withTimeout(Duration.ofSeconds(2)).find(1)).isPresent();
                List<CompletionStage<?>> stages = List.of(
                        items.findAsync(1),
                        items.findAllAsync(List.of(1)),
                        items.rangeAsync(range),
                        items.rangesAsync(List.of(range)),
                        replicas.client().readTogetherAsync(List.of(read)));
                for (CompletionStage<?> stage : stages) {
                    stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
                }
                assertThat(scope.answers()).hasSize(11);
                boolean ofReplicas = scope.answers().stream().noneMatch(Answer::primary);
                assertThat(items.stream(Range.all(Comparison.GREATER_OR_EQUAL, 0)))
                        .hasSize(3);
                return ofReplicas && items.isOpen();
            }
        });
    }

    @Test
    void anAsynchronousReadHasTheScopeOfTheThreadThatSubmitsIt() {
        Patience.await().until(() -> {
            ReadScope scope = replicas.open(Freshness.ANY);
            CompletableFuture<?> read;
            try (scope) {
                read = items.findAsync(1).toCompletableFuture();
            }
            read.get(30, TimeUnit.SECONDS);
            assertThat(scope.answers()).hasSize(1);
            return !scope.answers().get(0).primary();
        });
    }

    @Test
    void aTableOfAnotherEngineStaysAtThePrimary() {
        try (ReadScope scope = replicas.open(Freshness.ANY)) {
            for (int i = 0; i < 20; i++) {
                answeredV(myIsam);
            }
            assertThat(scope.answers()).hasSize(20).allMatch(Answer::primary);
        }
    }

    @Test
    void aStoppedReplicaIsNotAskedForWhatItCannotProve() {
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
        try {
            write("UPDATE item SET v = 1000 WHERE id = 1");
            long written = System.nanoTime();
            Patience.await().until(() -> {
                boolean mayBeOld =
                        System.nanoTime() - written <= Duration.ofMillis(500).toNanos();
                long v = replicas.read(RECENT, () -> v(items));
                assertThat(mayBeOld || v == 1000).as("v is %d", v).isTrue();
                return !mayBeOld;
            });
            long tooOld = replicas.servers().stream()
                    .mapToLong(ServerSnapshot::tooOld)
                    .sum();
            Patience.await()
                    .until(
                            () -> { // any age is good enough
                                try (ReadScope scope = replicas.open(Freshness.ANY)) {
                                    long v = v(items);
                                    boolean ofPrimary = scope.answers().get(0).primary();
                                    assertThat(v == 1000)
                                            .as("%d, %s", v, scope.answers())
                                            .isEqualTo(ofPrimary);
                                    return !ofPrimary;
                                }
                            });
            Patience.await()
                    .untilAsserted(
                            () -> assertThat(replicas.servers().get(1).reason()).contains("SQL thread stopped"));
            System.out.printf("ReplicasIT: %d answers were too old%n", tooOld);
        } finally {
            DB.startSqlThread(0);
            DB.startSqlThread(1);
        }
    }

    @Test
    void aTokenCoversTheCommitBeforeItAndIsWaitedFor() {
        // Without a wait, a replica is hardly ever known to be at the position of a commit that was made just now.
        int[] last = {2000, 0};
        Patience.await().until(() -> {
            int v = last[0]++;
            write("UPDATE item SET v = " + v + " WHERE id = 1");
            GtidPosition token = GtidPosition.parse(replicas.position().toString());
            try (ReadScope scope = replicas.open(Freshness.atLeast(token))) {
                assertThat(v(items)).isEqualTo(v);
                last[1] = scope.answers().get(0).primary() ? 0 : last[1] + 1;
            }
            return last[1] == 10; // in a row
        });
        GtidPosition token = Patience.answer(
                () -> replicas.positionAsync().toCompletableFuture().get(30, TimeUnit.SECONDS));
        replicaAnswer(Freshness.atLeast(token));
        for (String unknown : new String[] {"0-1-999999999", "0-7-1", "5-1-1"}) {
            awaitLacking(Freshness.atLeast(GtidPosition.parse(unknown)));
        }
    }

    /** A server that lacks the transaction may be an old primary. */
    private static void awaitLacking(Freshness freshness) {
        try (ReadScope scope = replicas.open(freshness)) {
            Patience.awaitFailure(() -> v(items), ReplicasIT::isLacking);
            Patience.awaitFailure(
                    () -> items.findAsync(1).toCompletableFuture().get(30, TimeUnit.SECONDS), ReplicasIT::isLacking);
            assertThat(scope.answers()).isEmpty();
        }
    }

    private static boolean isLacking(HandlerSocketException failure) {
        return failure instanceof UnavailableException unavailable
                && unavailable.reason() == UnavailableException.Reason.FENCED
                && String.valueOf(failure.getMessage()).contains("lacks transactions up to");
    }

    @Test
    void aSessionSeesItsOwnWritesAndNeverGoesBack() {
        ReadSession session = replicas.session();
        int atReplicas = 0;
        long end = System.nanoTime() + Patience.LIMIT.toNanos();
        for (int i = 3000; i < 3200 || (atReplicas <= 20 && System.nanoTime() - end < 0); i++) {
            try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
                if (i % 20 == 0) {
                    write("UPDATE item SET v = " + i + " WHERE id = 1");
                    SqlUse.onThisThread();
                }
                assertThat(answeredV(items)).isEqualTo(i - i % 20);
                atReplicas += scope.answers().get(0).primary() ? 0 : 1;
            }
            sleep();
        }
        assertThat(atReplicas).isGreaterThan(20);
        assertThat(session.position().domains()).isNotEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> replicas.open(Freshness.ANY, () -> GtidPosition.NONE));
        System.out.printf("ReplicasIT: %d reads of the session were answered by replicas%n", atReplicas);
    }

    @Test
    void aSessionDoesNotGoBehindWhatAStreamHasShown() throws Exception {
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
        try {
            for (int v = 4000; v < 4002; v++) {
                write("UPDATE item SET v = " + v + " WHERE id = 1");
                try (ReadScope scope = replicas.open(Freshness.ANY, replicas.session())) {
                    Range all = Range.all(Comparison.GREATER_OR_EQUAL, 1);
                    long streamed = Patience.answer(
                            () -> items.stream(all).findFirst().orElseThrow().longAt(1));
                    assertThat(streamed).isEqualTo(v);
                    assertThat(answeredV(items)).isEqualTo(v);
                    assertThat(scope.answers()).singleElement().matches(Answer::primary);
                }
            }
        } finally {
            DB.startSqlThread(0);
            DB.startSqlThread(1);
        }
    }

    /** So that samples arrive between the reads. */
    private static void sleep() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDrainOfThePrimaryDrainsTheReplicas() throws SQLException {
        try (Connection connection = DB.primaryDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT GET_LOCK('handlersocket_drain', 5)");
            Patience.await()
                    .untilAsserted(() -> assertThat(replicas.servers())
                            .allMatch(server ->
                                    !server.usable() && server.reason().contains("DRAINED")));
            assertThat(items.isOpen()).isFalse();
        }
    }

    @Test
    void aReadOnlyPrimaryAnswersNothingAndComesBack() {
        Stream<Row> noRow = Patience.answer(() -> items.stream(Range.all(Comparison.GREATER, 1_000_000)));
        DB.primary().execute("SET GLOBAL read_only = 1");
        try {
            Patience.await()
                    .untilAsserted(() -> assertThatThrownBy(() -> v(items))
                            .isInstanceOfSatisfying(UnavailableException.class, e -> {
                                assertThat(e.reason()).isEqualTo(UnavailableException.Reason.FENCED);
                                assertThat(e).hasMessageContaining("it is read-only");
                            }));
            assertThat(items.isOpen()).isFalse();
            assertThatThrownBy(() -> items.findAsync(1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(UnavailableException.class);
            assertThatThrownBy(replicas::position).isInstanceOf(UnavailableException.class);
            assertThatThrownBy(noRow::count).as("an empty range").isInstanceOf(HandlerSocketException.class);
            assertThat(answer(Freshness.ANY).primary()).as("replicas go on").isFalse();
        } finally {
            DB.primary().execute("SET GLOBAL read_only = 0");
        }
        Patience.await().until(items::isOpen);
        assertThat(answer(Freshness.PRIMARY).primary()).isTrue();
    }

    @Test
    void onlyTheReplicaThatSqlReachesAnswers() throws Exception {
        String third = identity(3);
        awaitAnswerAt(third);
        assertThat(SqlReplica.of(replicas, third))
                .singleElement()
                .satisfies(facts -> assertThat(facts.identity()).isEqualTo(third));
        Read read = new Read(items, List.of(Key.of(1), Key.of(3)), List.of(), 1);
        try (ReadScope scope = SqlReplica.open(replicas, third, null)) {
            for (int i = 0; i < 20; i++) {
                answeredV(items);
                Patience.answer(() -> items.findAsync(1).toCompletableFuture().get(30, TimeUnit.SECONDS));
            }
            Patience.answer(() -> replicas.client().readTogether(List.of(read)));
            Patience.await().until(items::isOpen);
            assertThat(scope.answers())
                    .hasSize(41)
                    .allSatisfy(answer -> assertThat(answer.server()).isEqualTo("db3"));
            Range all = Range.all(Comparison.GREATER_OR_EQUAL, 0);
            assertNoReplica(() -> items.stream(all));
            assertNoReplica(() -> v(myIsam));
        }
        assertThat(answer(Freshness.PRIMARY).primary()).isTrue();
    }

    private static void awaitAnswerAt(String identity) {
        Patience.await().until(() -> {
            try (ReadScope scope = SqlReplica.open(replicas, identity, null)) {
                return items.isOpen();
            }
        });
    }

    private static void assertNoReplica(ThrowingCallable read) {
        assertThatThrownBy(read)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(isNoReplica(e)).isTrue());
    }

    private static boolean isNoReplica(HandlerSocketException failure) {
        return failure instanceof UnavailableException unavailable
                && unavailable.reason() == UnavailableException.Reason.NO_REPLICA;
    }

    private static String identity(int server) throws SQLException {
        try (Connection connection = DB.server(server).dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + ServerFacts.IDENTITY_SQL)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void thePrimaryAnswersNothingThatOnlyAReplicaMay() throws Exception {
        assertThat(SqlReplica.of(replicas, identity(1))).isEmpty();
        for (String identity : List.of(identity(1), "", "another server")) {
            try (ReadScope scope = SqlReplica.open(replicas, identity, null)) {
                assertThat(items.isOpen()).isFalse();
                assertNoReplica(() -> v(items));
                assertThatThrownBy(
                                () -> items.findAsync(1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(UnavailableException.class);
                assertThat(scope.answers()).isEmpty();
            }
        }
    }

    @Test
    void aReplicaThatTheSessionIsAheadOfDoesNotAnswer() throws Exception {
        String second = identity(2);
        awaitAnswerAt(second);
        DB.stopSqlThread(0);
        try {
            ReadSession session = replicas.session();
            write("UPDATE item SET v = v + 1 WHERE id = 1");
            try (ReadScope scope = replicas.open(Freshness.PRIMARY, session)) {
                answeredV(items);
            }
            try (ReadScope scope = SqlReplica.open(replicas, second, session)) {
                Patience.awaitFailure(() -> v(items), ReplicasIT::isNoReplica);
            }
            try (ReadScope scope = SqlReplica.open(replicas, second, null)) {
                answeredV(items);
                assertThat(scope.answers()).singleElement().returns("db2", Answer::server);
            }
        } finally {
            DB.startSqlThread(0);
        }
    }
}
