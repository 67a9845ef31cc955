// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static io.handlersocket.replicas.Mutant.Module.HIBERNATE;
import static io.handlersocket.replicas.Mutant.Module.REPLICAS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** With any one protection switched off the tests turn red: what they prove does not come from somewhere else. */
@Tag("exhaustive")
class MutationIT {

    /**
     * A protection that is switched off.
     *
     * @param name what is not done any more
     * @param module where the source is
     * @param source the file that is changed, below the package of the module
     * @param text what is in it once
     * @param replacement what takes its place
     * @param check the test that must see it
     */
    record Mutation(Mutant.Module module, String name, String source, String text, String replacement, String check) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Set<String> GREEN = new HashSet<>();

    static List<Mutation> mutations() {
        return List.of(
                new Mutation(
                        REPLICAS,
                        "a sample counts from the moment of its answer",
                        "internal/replication/Probe.java",
                        "read(row, sentNanos, wallMillis, fresh)",
                        "read(row, time.nanoTime().getAsLong(), wallMillis, fresh)",
                        "replicas.internal.replication.ProbeTest"),
                new Mutation(
                        REPLICAS,
                        "any position of a replica is taken for the newest",
                        "internal/PositionRing.java",
                        "if (position.covers(sample.position())) {",
                        "if (true) {",
                        "replicas.internal.PositionRingTest"),
                new Mutation(
                        REPLICAS,
                        "the age of an answer is not compared",
                        "internal/Attempt.java",
                        "covered == null || now - covered.nanos() > limit.toNanos()",
                        "false",
                        "replicas.internal.AttemptTest"),
                new Mutation(
                        REPLICAS,
                        "the position in the packet is taken for that of the rows",
                        "internal/Attempt.java",
                        "return of(shown.min(known), ring);",
                        "return of(shown, ring);",
                        "replicas.internal.AttemptTest"),
                new Mutation(
                        REPLICAS,
                        "a session forgets what a torn snapshot may have shown",
                        "internal/Floor.java",
                        "raiseTo(standing.applied());",
                        "raiseTo(position);",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        REPLICAS,
                        "a session goes backwards",
                        "internal/Floor.java",
                        "if (!recent || !lowest.covers(position)) {",
                        "if (false) {",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        REPLICAS,
                        "a session changes the replica before a probe has confirmed the last one",
                        "internal/Floor.java",
                        "if (shown != null && !shown.isOf(server, epoch)) {",
                        "if (false) {",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        REPLICAS,
                        "a session trusts an answer of a replica that was promoted",
                        "internal/Floor.java",
                        "boolean changed = !standing.usable() || standing.epoch() != shown.epoch();",
                        "boolean changed = false;",
                        "replicas.internal.FloorTest"),
                new Mutation(
                        REPLICAS,
                        "a read-only server is taken for the primary",
                        "internal/PrimaryState.java",
                        "if (probe.readOnly()) {",
                        "if (false) {",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        REPLICAS,
                        "an answer may span two primaries",
                        "internal/PrimaryState.java",
                        "if (require().epoch() != before.epoch()) {",
                        "if (false) {",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        REPLICAS,
                        "numbers of another primary are compared",
                        "internal/PrimaryState.java",
                        "gtid.server() == probe.serverId() || probe.hasLogged(gtid)",
                        "true",
                        "replicas.internal.PrimaryStateTest"),
                new Mutation(
                        REPLICAS,
                        "a replica that was never connected to the primary is used",
                        "internal/ReplicaState.java",
                        "attached = status.askedNanos() - receivingSinceNanos >= SETTLED_NANOS;",
                        "attached = true;",
                        "replicas.internal.ReplicaStateTest"),
                new Mutation(
                        REPLICAS,
                        "transactions that the new primary lacks are compared by their numbers",
                        "internal/ReplicaState.java",
                        ".filter(gtid -> !primary.mayHave(gtid))",
                        ".filter(gtid -> false)",
                        "replicas.internal.ReplicaStateTest"),
                new Mutation(
                        REPLICAS,
                        "the row of another domain is taken for the position",
                        "internal/PacketProof.java",
                        "last != null && last.domain() == domains[i] ? last : null",
                        "last",
                        "replicas.internal.PacketProofTest"),
                new Mutation(
                        REPLICAS,
                        "a session that flushes changes loads from replicas",
                        "internal/hibernate/ReplicaGate.java",
                        "if (session.getHibernateFlushMode() != FlushMode.MANUAL) {",
                        "if (session == null) {",
                        "hibernate.ReplicaLoadsIT#whatCouldBeFlushedStaysOnThePrimary"),
                new Mutation(
                        HIBERNATE,
                        "SQL is not reported to the sessions of replicas",
                        "internal/session/ConnectionUse.java",
                        "told.usesSql();",
                        "told.hashCode();",
                        "hibernate.ReplicaLoadsIT#afterItsOwnWritesASessionSeesThem"),
                new Mutation(
                        REPLICAS,
                        "a replica answers in place of another one that SQL would read",
                        "internal/ReplicaChooser.java",
                        "|| (only != null && !standing.identity().equals(only));",
                        "|| (only != null && standing.identity().isEmpty());",
                        "hibernate.contract.ReaderIT#onlyTheReaderAnswersAReadOnlyTransaction"),
                new Mutation(
                        REPLICAS,
                        "the primary answers in place of a replica that SQL would read",
                        "internal/Wish.java",
                        "if (only() == null) {",
                        "if (only() == null || failure == null) {",
                        "hibernate.contract.ReaderIT#aReaderThatMayNotAnswerIsAskedBySql"),
                new Mutation(
                        HIBERNATE,
                        "an isolation that Spring leaves out is taken for that of the reader",
                        "internal/session/ConnectionUse.java",
                        "if (set == null || (mode != null && mode.applies(set))) {",
                        "if (set == null || mode != null) {",
                        "hibernate.contract.ReaderIT#theIsolationThatWasSetMayNotBeTheReaders"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void aTestTurnsRedWhen(Mutation mutation, @TempDir Path folder) throws Exception {
        if (GREEN.add(mutation.check())) {
            try (Mutant unchanged = new Mutant()) {
                TestExecutionSummary summary = unchanged.run(mutation.check());
                assertThat(summary.getFailures())
                        .as("unchanged: %s", mutation.check())
                        .isEmpty();
                assertThat(summary.getTestsSucceededCount())
                        .as(mutation.check())
                        .isPositive();
            }
        }
        try (Mutant mutant =
                new Mutant(folder, mutation.module(), mutation.source(), mutation.text(), mutation.replacement())) {
            TestExecutionSummary summary = mutant.run(mutation.check());
            assertThat(summary.getFailures())
                    .as("failures of %s", mutation.check())
                    .isNotEmpty();
            Throwable failure = summary.getFailures().get(0).getException();
            System.out.printf(
                    "MutationIT: %s: %d of %d red, first: %s%n",
                    mutation,
                    summary.getTestsFailedCount(),
                    summary.getTestsStartedCount(),
                    String.valueOf(failure).lines().limit(3).toList());
            assertThat(failure).isNotInstanceOf(LinkageError.class);
        }
    }
}
