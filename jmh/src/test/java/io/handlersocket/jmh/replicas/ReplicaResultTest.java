// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.replicas.ReplicaResult.OneArm;
import io.handlersocket.jmh.replicas.ReplicaResult.Ratio;
import io.handlersocket.jmh.report.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaResultTest {

    private final Map<String, Series> series = new LinkedHashMap<>();
    private final List<OneArm> arms = new ArrayList<>();

    private void arm(ReplicaArms.Kind kind, int threads, double share, Double... slices) {
        String name = kind.arm(threads);
        Series one = new Series(name, List.of(slices), 0, 1_000, 2_000, 3_000);
        series.put(name, one);
        arms.add(new OneArm(name, one.median(), one.spread(), 1, 2, 3, 4, share));
    }

    private List<Ratio> ratios() {
        return ReplicaResult.ratios(series, arms);
    }

    @Test
    void ourReplicasAreComparedWithEachOtherArmOfAsManyThreads() {
        arm(ReplicaArms.Kind.PRIMARY_HANDLERSOCKET, 1, 0, 100.0, 100.0);
        arm(ReplicaArms.Kind.REPLICAS_HANDLERSOCKET, 1, 1, 90.0, 90.0);
        arm(ReplicaArms.Kind.REPLICAS_JDBC, 1, 1, 45.0, 45.0);
        arm(ReplicaArms.Kind.PRIMARY_HANDLERSOCKET, 16, 0, 200.0, 200.0);

        assertThat(ratios()).extracting(Ratio::base).containsExactly("primary-handlersocket-1", "replicas-jdbc-1");
        assertThat(ratios()).extracting(Ratio::value).containsExactly(0.9, 2.0);
        assertThat(ratios()).extracting(Ratio::reason).containsOnly("");
    }

    @Test
    void anArmThatThePrimaryAnsweredAndAnUnsteadyOneAreVoid() {
        arm(ReplicaArms.Kind.PRIMARY_JDBC, 1, 0, 50.0, 100.0);
        arm(ReplicaArms.Kind.REPLICAS_HANDLERSOCKET, 1, 1, 100.0, 100.0);
        arm(ReplicaArms.Kind.REPLICAS_JDBC, 1, 0, 100.0, 100.0);

        assertThat(ratios())
                .extracting(Ratio::reason)
                .containsExactly("0 % of replicas-jdbc-1 came from replicas", "range 33 %");
    }

    @Test
    void theTablesNameEachArmAndRatio() {
        arm(ReplicaArms.Kind.PRIMARY_JDBC, 1, 0, 50.0, 50.0);
        arm(ReplicaArms.Kind.REPLICAS_HANDLERSOCKET, 1, 1, 100.0, 100.0);
        Machine machine = new Machine("cpu", 2, "Linux", "JDK", "10.11", Map.of());
        String text =
                new ReplicaResult("2026-11-23", machine, 10, 100, 50, arms, ratios(), Map.of("x", "why")).markdown();

        assertThat(text)
                .contains("| `replicas-handlersocket-1` | 100 | 0 % | 1.0 | 2.0 | 3.0 | 4.0 | 100 % |")
                .contains("| `replicas-handlersocket-1` | `primary-jdbc-1` | 2.00 | 0 % |  |")
                .contains("`x` failed: why");
    }
}
