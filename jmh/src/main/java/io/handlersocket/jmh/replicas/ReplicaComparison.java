// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slices;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.jmh.report.Machine;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The primary and two replicas, over HandlerSocket and over JDBC, in one interleaved run; see jmh/README.md. */
public final class ReplicaComparison {

    private static final int REPLICAS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReplicaComparison() {}

    public static void main(String[] args) throws Exception {
        // The table must fit into the small buffer pools of these servers.
        System.setProperty("rows", System.getProperty("rows", "100000"));
        int[] threads = Arrays.stream(System.getProperty("threads", "1,16").split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        Duration within = Duration.ofMillis(Long.getLong("within.millis", 100));
        int writes = Integer.getInteger("writes", 50);
        try (ReplicatedMariaDB servers = new ReplicatedMariaDB(REPLICAS)) {
            servers.start();
            load(servers);
            Database primary = Database.of(servers.primary());
            ReplicaResult result;
            try (PacedWriter writer = new PacedWriter(servers.primary().dataSource(), writes);
                    ReplicaArms arms = new ReplicaArms(servers, REPLICAS, within)) {
                List<MeteredArm> metered = meter(servers, arms, threads);
                Slices slices = new Slices(metered, Long.getLong("slice.millis", 1000) * 1_000_000)
                        .warmUp(Integer.getInteger("warmups", 3));
                metered.forEach(MeteredArm::reset);
                slices.measure(Integer.getInteger("rounds", 9));
                result = ReplicaResult.of(
                        LocalDate.now(ZoneOffset.UTC).toString(),
                        Machine.here(primary),
                        UserTable.ROWS,
                        within.toMillis(),
                        writer.perSecond(),
                        metered,
                        slices);
            }
            write(result);
        }
    }

    private static void load(ReplicatedMariaDB servers) {
        UserTable.load(servers.primary());
        for (int i = 0; i < REPLICAS; i++) {
            servers.awaitReplica(i, PATIENCE);
            servers.replica(i).execute("SELECT SUM(LENGTH(user_email)) FROM user");
        }
    }

    private static List<MeteredArm> meter(ReplicatedMariaDB servers, ReplicaArms arms, int... threads)
            throws SQLException {
        List<ProcessHandle> processes = new ArrayList<>();
        for (int id = 1; id <= REPLICAS + 1; id++) {
            processes.add(CostMeter.process(Database.of(servers.server(id)))
                    .orElseThrow(() -> new IllegalStateException("the process of a server is not known")));
        }
        List<MeteredArm> metered = new ArrayList<>();
        for (int count : threads) {
            for (ReplicaArms.Kind kind : ReplicaArms.Kind.values()) {
                metered.add(arms.arm(kind, count, processes));
            }
        }
        return metered;
    }

    private static void write(ReplicaResult result) throws IOException {
        String table = result.markdown();
        System.out.println(table);
        System.out.println(JSON.writeValueAsString(result));
        String out = System.getProperty("out", "");
        if (out.isEmpty()) {
            return;
        }
        Path folder = Path.of(out);
        Files.createDirectories(folder);
        String name = result.date() + "-" + result.machine().slug() + "-replicas";
        Files.writeString(folder.resolve(name + ".md"), table);
        Files.write(folder.resolve(name + ".json"), INDENTED.writeValueAsBytes(result));
    }
}
