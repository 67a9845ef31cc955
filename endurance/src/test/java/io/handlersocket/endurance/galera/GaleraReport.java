// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.Observed.Way;
import io.handlersocket.endurance.galera.Script.Fault;
import io.handlersocket.endurance.galera.Script.Struck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Judges what was recorded, and tells it. Used by one thread. */
final class GaleraReport {

    /** The dead man's switch of the guard, and one check. */
    static final Duration BOUND = Duration.ofSeconds(3);

    /** The guards check once a second. */
    private static final Duration DDL_LIMIT = Duration.ofSeconds(5);

    /** Until the quarantine of the table ends, if statements follow each other while new clients open it. */
    private static final Duration DDL_LIMIT_BESIDE_OPENINGS = Duration.ofSeconds(62);

    private static final int SHOWN = 5;

    private final StringBuilder text = new StringBuilder();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, Integer> shown = new TreeMap<>();

    /** What contradicts the promise, or makes the run say nothing; empty: passed. */
    List<String> problems() {
        return problems;
    }

    void problem(String what) {
        problems.add(what);
    }

    void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /**
     * @param wanted the least number of lookups
     * @param mustRefuse whether a fault has struck after which a node refuses SQL
     */
    void judge(Recorded run, int wanted, boolean mustRefuse) {
        NodeChecker checker = new NodeChecker(run.attempts(), run.last());
        List<Observed> reads = new ArrayList<>(run.sql());
        reads.addAll(run.lookups());
        reads.addAll(run.byAddress());
        checker.check(reads).forEach(this::found);
        checker.lost().forEach(attempt -> problem("acknowledged, and lost by the cluster: " + attempt));
        long worst = 0;
        long refused = 0;
        for (Map.Entry<Integer, List<Probe>> ofNode : run.probes().entrySet()) {
            List<Refusal> refusals = Refusal.of(ofNode.getValue());
            refused += refusals.size();
            RefusalChecker refusalChecker = new RefusalChecker(refusals, BOUND);
            List<Observed> lookups = new ArrayList<>(run.lookups());
            lookups.addAll(run.byAddress());
            lookups.removeIf(read -> read.node() != ofNode.getKey());
            refusalChecker.check(lookups).forEach(this::found);
            worst = Math.max(worst, refusalChecker.worstNanos());
        }
        long total = (long) run.lookups().size() + run.byAddress().size();
        if (total < wanted) {
            problem(total + " lookups (expected " + wanted + ")");
        }
        if (mustRefuse && refused == 0) {
            problem("no node ever refused SQL");
        }
        run.broken().forEach(this::problem);
        counts.forEach((what, count) -> problem(what + ": " + count));
        line("| lookups | by the address | over SQL | attempts | commits | refusals of SQL | worst lookup after one |");
        line("|---|---|---|---|---|---|---|");
        line(
                "| %,d | %,d | %,d | %,d | %,d | %,d | %,d ms |",
                total,
                run.byAddress().size(),
                run.sql().size(),
                run.attempts().size(),
                checker.commits(),
                refused,
                TimeUnit.NANOSECONDS.toMillis(worst));
        Map<Integer, Integer> byNode = new TreeMap<>();
        run.lookups().forEach(read -> byNode.merge(read.node(), 1, Integer::sum));
        line("%nLookups by node: %s. By the address: %s.%n", byNode, byAddress(run));
        line("Lookups that failed: %s.%n", run.failed());
    }

    private static Map<Integer, Integer> byAddress(Recorded run) {
        Map<Integer, Integer> nodes = new TreeMap<>();
        run.byAddress().forEach(read -> nodes.merge(read.node(), 1, Integer::sum));
        return nodes;
    }

    private void found(Finding finding) {
        String what = (finding.read().way() == Way.LOOKUP ? "lookup " : "SQL ") + finding.wrong();
        counts.merge(what, 1, Integer::sum);
        if (shown.merge(what, 1, Integer::sum) <= SHOWN) {
            problem(finding.toString());
        }
    }

    /** How long the cluster committed nothing, by the fault that struck meanwhile. */
    void stalls(List<Attempt> attempts, List<Struck> all, List<Fault> wanted) {
        List<Long> acknowledged = attempts.stream()
                .filter(Attempt::isAcknowledged)
                .map(Attempt::acknowledged)
                .sorted()
                .toList();
        Map<Fault, Long> worst = new EnumMap<>(Fault.class);
        long calm = 0;
        for (int i = 1; i < acknowledged.size(); i++) {
            long from = acknowledged.get(i - 1);
            long until = acknowledged.get(i);
            List<Struck> meanwhile = all.stream()
                    .filter(struck -> struck.from() < until && from < struck.until())
                    .toList();
            meanwhile.forEach(struck -> worst.merge(struck.fault(), until - from, Math::max));
            if (meanwhile.isEmpty()) {
                calm = Math.max(calm, until - from);
            }
        }
        line("| fault | struck | longest | longest time without a commit of any node |%n|---|---|---|---|");
        for (Fault fault : wanted) {
            List<Struck> ofFault =
                    all.stream().filter(struck -> struck.fault() == fault).toList();
            long longest = ofFault.stream()
                    .mapToLong(struck -> struck.until() - struck.from())
                    .max()
                    .orElse(0);
            line(
                    "| %s | %d | %,d ms | %,d ms |",
                    fault,
                    ofFault.size(),
                    TimeUnit.NANOSECONDS.toMillis(longest),
                    TimeUnit.NANOSECONDS.toMillis(worst.getOrDefault(fault, 0L)));
            if (ofFault.isEmpty()) {
                problem("did not happen: " + fault);
            }
        }
        line("| none | | | %,d ms |", TimeUnit.NANOSECONDS.toMillis(calm));
    }

    void ddl(Ddl ddl) {
        line("%n%,d openings of tables beside DDL on them.%n", ddl.openings());
        line("| statement | ran | slowest |%n|---|---|---|");
        ddl.statements().stream()
                .collect(Collectors.groupingBy(
                        Ddl.Timed::kind, TreeMap::new, Collectors.summarizingLong(Ddl.Timed::millis)))
                .forEach((kind, millis) -> line("| %s | %d | %,d ms |", kind, millis.getCount(), millis.getMax()));
        ddl.statements().stream()
                .filter(timed -> timed.millis() > limit(timed).toMillis())
                .forEach(timed -> problem("slow DDL: " + timed));
    }

    private static Duration limit(Ddl.Timed timed) {
        return timed.besideOpenings() ? DDL_LIMIT_BESIDE_OPENINGS : DDL_LIMIT;
    }

    /** How long lookups came from the node to which the address led before. */
    void moves(List<Script.Move> moves, List<Observed> byAddress) {
        Map<Boolean, Long> worst = new TreeMap<>();
        for (int i = 0; i < moves.size(); i++) {
            Script.Move move = moves.get(i);
            long until = i + 1 < moves.size() ? moves.get(i + 1).at() : Long.MAX_VALUE;
            byAddress.stream()
                    .filter(read -> read.node() != move.node() && read.node() != Observed.UNKNOWN)
                    .filter(read -> move.at() < read.begin() && read.begin() < until)
                    .forEach(read -> worst.merge(move.cut(), read.begin() - move.at(), Math::max));
        }
        worst.forEach((cut, nanos) -> line(
                "%nThe address moved, %s: the node before answered lookups for at most %,d ms.",
                cut ? "and its sessions were cut" : "and its sessions stayed", TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    void health(Health health) {
        line(
                "%nNodes that ended without the script: %d. Crashes in the logs: %d. Evictions in the logs: %d.",
                health.ended().size(),
                health.crashes().size(),
                health.evictions().size());
        health.ended().forEach(node -> problem("ended without the script: " + node));
        health.crashes().forEach(line -> problem("crashed: " + line));
        health.evictions().forEach(line -> problem("evicted: " + line));
    }

    String markdown(long seed, long seconds, String server) {
        StringBuilder all = new StringBuilder("# Galera: " + (problems.isEmpty() ? "passed" : "FAILED") + "\n\n");
        all.append(String.format(Locale.ROOT, "MariaDB %s, 3 nodes, %,d s, seed %d.%n%n", server, seconds, seed));
        problems.forEach(problem -> all.append("- ").append(problem).append('\n'));
        return all.append('\n').append(text).toString();
    }
}
