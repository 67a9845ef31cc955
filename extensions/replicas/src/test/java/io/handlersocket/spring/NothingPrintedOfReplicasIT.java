// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.spring.ReplicaEndpoint;
import io.handlersocket.spring.replicated.Catalog;
import io.handlersocket.spring.replicated.ReplicatedApplication;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** As {@link NothingPrintedIT}, for an application whose answers come from replicas. */
@Tag("exhaustive") // NothingPrintedIT looks at what all of them share
@Timeout(300)
class NothingPrintedOfReplicasIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long ID = 8_317_204_965_335_694L;
    private static final long ABSENT_ID = 8_317_204_965_446_705L;
    private static final int AMOUNT = 1_839_275_573;
    private static final int NEW_AMOUNT = 1_839_275_684;
    private static final String TEXT = "markOfText8K";
    private static final String WRONG_SECRET = "markOfWrongSecret2R";

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    private final Printed printed = new Printed();
    private final Inspection inspection = new Inspection(printed);

    @AfterAll
    static void forgetThePattern() {
        // Spring Boot leaves the pattern to the JVM's next applications.
        System.clearProperty(LoggingSystemProperty.CONSOLE_PATTERN.getEnvironmentVariableName());
    }

    private static List<Mark> marks() {
        return List.of(
                Mark.number(Mark.Kind.KEY, "id", ID),
                Mark.number(Mark.Kind.KEY, "absent id", ABSENT_ID),
                Mark.text(Mark.Kind.KEY, "text for a number", TEXT),
                Mark.number(Mark.Kind.VALUE, "amount", AMOUNT),
                Mark.number(Mark.Kind.VALUE, "new amount", NEW_AMOUNT),
                Mark.text(Mark.Kind.SECRET, "wrong secret", WRONG_SECRET),
                Mark.text(
                        Mark.Kind.SECRET, "secret of the primary", DB.server(1).readSecret()),
                Mark.text(
                        Mark.Kind.SECRET, "secret of the replica", DB.server(2).readSecret()));
    }

    /** One replica comes from properties; a bean names its server again, with a secret that the server refuses. */
    private static ConfigurableApplicationContext application() {
        List<String> properties = new ArrayList<>(Inspection.PROPERTIES);
        properties.addAll(List.of(
                "logging.level.io.handlersocket=TRACE", // this module's tests log less
                "handlersocket.endpoints.replicas[0].name=replica",
                "handlersocket.endpoints.replicas[0].url=" + DB.server(2).getJdbcUrl(),
                "handlersocket.endpoints.wait-at-most=300ms"));
        return ReplicatedApplication.withoutReplicas(DB)
                .properties(properties.toArray(String[]::new))
                .web(WebApplicationType.SERVLET)
                .initializers((GenericApplicationContext beans) -> beans.registerBean(
                        ReplicaEndpoint.class,
                        () -> new ReplicaEndpoint(
                                "refused",
                                HandlerSocketClient.builder()
                                        .dataSource(DB.server(2).dataSource())
                                        .secret(WRONG_SECRET))))
                .run();
    }

    @Test
    void throughReadsOfAReplicaAndItsOutage(@TempDir Path folder) throws Exception {
        ReplicatedApplication.createTable(DB);
        DB.primary().execute("INSERT INTO item VALUES (" + ID + ", " + AMOUNT + ")");
        List<Mark> marks = marks();
        String console;
        try (KeptConsole kept = new KeptConsole()) {
            try (Recording recording = Inspection.recording()) {
                try (ConfigurableApplicationContext context = application()) {
                    Replicas replicas = context.getBean(Replicas.class);
                    Catalog catalog = context.getBean(Catalog.class);
                    await().atMost(PATIENCE).until(() -> {
                        catalog.findStockById(ID);
                        return accepted(replicas) > 0;
                    });
                    read(catalog);
                    readByClient(replicas);
                    inspection.everything(context);

                    DB.stopSqlThread(0);
                    DB.primary().execute("UPDATE item SET amount = " + NEW_AMOUNT + " WHERE id = " + ID);
                    read(catalog);
                    DB.startSqlThread(0);
                    DB.replica(0).kill();
                    read(catalog);
                    readByClient(replicas);
                    inspection.everything(context);
                }
                inspection.events(recording, folder);
            }
            console = kept.text();
        }
        Files.writeString(Path.of("target", "nothing-printed-of-replicas.log"), console);
        printed.console(console);

        assertThat(printed.leaks(marks)).isEmpty();
        assertThat(printed.count("log: io.handlersocket.client")).isGreaterThan(20);
        assertThat(printed.count("exception: ")).isPositive();
        assertThat(printed.count("GET /actuator/metrics/handlersocket.replica")).isPositive();
        assertThat(printed.count("JFR: io.handlersocket.ConnectionOpened")).isPositive();
        assertThat(console).contains("refused");
    }

    private static long accepted(Replicas replicas) {
        return replicas.servers().stream()
                .filter(server -> server.role() == ServerSnapshot.Role.REPLICA)
                .mapToLong(ServerSnapshot::accepted)
                .sum();
    }

    private void read(Catalog catalog) {
        printed.call("findById", () -> catalog.findById(ID));
        printed.call("findAllById", () -> catalog.findAllById(List.of(ID, ABSENT_ID)));
        printed.call("findStockById", () -> catalog.findStockById(ID));
        printed.call("findLaterById", () -> catalog.findLaterById(ABSENT_ID).join());
        printed.call("entity", () -> catalog.entity(ID));
    }

    private void readByClient(Replicas replicas) {
        Index items = replicas.client().index("item");
        for (Freshness freshness : List.of(
                Freshness.ANY,
                Freshness.PRIMARY,
                Freshness.within(Duration.ofMillis(500)),
                Freshness.atLeast(Patience.answer(replicas::position)))) {
            try (ReadScope scope = replicas.open(freshness, replicas.session())) {
                printed.call("read", () -> items.find(ID));
                printed.call("read", () -> items.findAll(List.of(ID, ABSENT_ID)));
                printed.fails("text for a number", () -> items.find(TEXT));
                printed.add("scope", scope);
                printed.add("answers", scope.answers());
                printed.add("freshness", freshness);
            }
        }
        printed.add("replicas", replicas);
        printed.add("servers", replicas.servers());
        printed.add("client", replicas.client());
        printed.add("snapshot", replicas.client().snapshot());
        printed.add("session", replicas.session());
    }
}
