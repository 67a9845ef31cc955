// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.MarkedEntry.ID;
import static io.handlersocket.spring.MarkedEntry.SCORE;
import static io.handlersocket.spring.MarkedEntry.SLUG;
import static io.handlersocket.spring.MarkedEntry.TITLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint.Action;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * No secret, no key and no value of a row is in anything that an application prints: logs at TRACE, exceptions, every
 * actuator endpoint, meters, JFR events, names of threads, and {@code toString} of beans and of the client's objects.
 * {@link PrintedTest} shows that the search finds what is planted.
 */
@Timeout(300)
class NothingPrintedIT {

    private static final long ABSENT_ID = 8_317_204_965_224_583L;
    private static final String ABSENT_SLUG = "markOfNoSlug9W\t\"Zo\u00eb";
    private static final String LONG_SLUG = "markOfLongSlug3X" + "x".repeat(60);
    private static final String WRONG_SECRET = "markOfWrongSecret4T";

    private static final HandlerSocketMariaDB server =
            new HandlerSocketMariaDB().withWritePort().withProcessControl();

    private static final List<Mark> MARKS = new ArrayList<>(MarkedEntry.MARKS);

    static {
        MARKS.addAll(List.of(
                Mark.number(Mark.Kind.KEY, "absent id", ABSENT_ID),
                Mark.text(Mark.Kind.KEY, "absent slug", ABSENT_SLUG),
                Mark.text(Mark.Kind.KEY, "long slug", LONG_SLUG),
                Mark.text(Mark.Kind.SECRET, "wrong secret", WRONG_SECRET)));
    }

    private final Printed printed = new Printed();
    private final Inspection inspection = new Inspection(printed);
    private final KeptConsole console = new KeptConsole();

    @BeforeAll
    static void start() throws Exception {
        server.start();
        markSecrets();
        MarkedEntry.create(server);
    }

    private static void markSecrets() {
        MARKS.add(Mark.text(Mark.Kind.SECRET, "read secret", server.readSecret()));
        MARKS.add(Mark.text(Mark.Kind.SECRET, "write secret", server.writeSecret()));
    }

    @AfterEach
    void printAgain(TestInfo test) throws IOException {
        console.close();
        String name = test.getTestMethod().orElseThrow().getName();
        Files.writeString(Path.of("target", "nothing-printed-" + name + ".log"), console.text());
    }

    @AfterAll
    static void stop() {
        // Spring Boot leaves the pattern to the JVM's next applications.
        System.clearProperty(LoggingSystemProperty.CONSOLE_PATTERN.getEnvironmentVariableName());
        server.stop();
    }

    private static SpringApplicationBuilder application(String... properties) {
        List<String> all = new ArrayList<>(Inspection.PROPERTIES);
        all.addAll(List.of(properties));
        return DiaryApplication.on(server, all.toArray(String[]::new)).web(WebApplicationType.SERVLET);
    }

    @Test
    void throughReadsWritesAndOutages(@TempDir Path folder) throws Exception {
        List<Lookup> lookups = new CopyOnWriteArrayList<>();
        try (Recording recording = Inspection.recording()) {
            try (ConfigurableApplicationContext context = application("handlersocket.startup=wait")
                    .initializers((GenericApplicationContext beans) -> {
                        beans.registerBean(LookupListener.class, () -> lookups::add);
                        beans.registerBean(
                                HandlerSocketClientBuilderCustomizer.class,
                                () -> builder -> printed.add("builder", builder.slowLookup(Duration.ZERO)));
                    })
                    .run()) {
                Entries entries = context.getBean(Entries.class);
                HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
                read(entries);
                await().until(() -> {
                    entries.findCardBySlug(SLUG);
                    return lookups.get(lookups.size() - 1).route() == LookupRoute.HANDLERSOCKET;
                });
                read(entries);
                readByClient(client);
                refuseSecrets();
                server.execute("ALTER TABLE entry COMMENT = 'changed'");
                read(entries);
                drain(entries, context.getBean(HandlerSocketEndpoint.class));
                inspection.everything(context);
                readAfterTheQuarantine(entries, client);
                loseServer(entries, client);
                inspection.everything(context);
                printed.add("lookups", lookups);
            }
            inspection.events(recording, folder);
        }
        printed.console(console.text());

        assertThat(printed.leaks(MARKS)).isEmpty();
        assertThat(printed.count("log: io.handlersocket.client")).isGreaterThan(20);
        assertThat(printed.count("log: io.handlersocket.spring")).isGreaterThan(2);
        assertThat(printed.count("log: io.handlersocket.hibernate.loads")).isGreaterThan(10);
        assertThat(printed.count("exception: ")).isGreaterThan(20);
        assertThat(printed.count("GET /actuator/metrics/handlersocket.")).isGreaterThan(10);
        assertThat(printed.count("JFR: jdk.JavaExceptionThrow")).isGreaterThan(10);
        for (String event :
                List.of("Load", "SlowLookup", "Client", "StateChanged", "Quarantined", "ConnectionOpened")) {
            assertThat(printed.count("JFR: io.handlersocket." + event))
                    .as(event)
                    .isPositive();
        }
    }

    /** Found, not found, and keys that the column cannot hold. */
    private void read(Entries entries) {
        assertThat(entries.findById(ID)).isPresent();
        assertThat(entries.findCardBySlug(SLUG)).isPresent();
        assertThat(entries.findBySlug(SLUG)).isPresent();
        assertThat(entries.existsBySlug(SLUG)).isTrue();
        assertThat(entries.findLaterBySlug(SLUG).join()).isNotNull();
        assertThat(entries.findDetailById(ID)).isPresent();
        assertThat(entries.findCardsByScore(SCORE)).hasSize(1);
        assertThat(entries.findHeadlinesByTitle(TITLE)).hasSize(1);
        assertThat(entries.card(SLUG)).isPresent();
        assertThat(entries.findAllById(List.of(ID, ABSENT_ID))).hasSize(1);
        assertThat(entries.findById(ABSENT_ID)).isEmpty();
        assertThat(entries.existsById(ABSENT_ID)).isFalse();
        assertThat(entries.findBySlug(ABSENT_SLUG)).isEmpty();
        assertThat(entries.findCardBySlug(ABSENT_SLUG)).isEmpty();
        assertThat(entries.findCardBySlug(LONG_SLUG)).isEmpty();
        assertThat(entries.findBySlug(LONG_SLUG)).isEmpty();
    }

    private void readByClient(HandlerSocketClient client) {
        client.awaitReady(Duration.ofSeconds(30));
        Index byId = client.index(IndexSpec.primary("test", "entry").select("id", "slug", "title", "score"));
        TableName entry = new TableName("test", "entry");
        Index bySlug = client.index(new IndexSpec(entry, "uk_slug", List.of("id", "slug")));
        Row row = byId.find(ID).orElseThrow();
        Range range = Range.all(Comparison.GREATER_OR_EQUAL, ID).where("title", Comparison.EQUAL, TITLE);
        Read read = new Read(bySlug, List.of(Key.of(SLUG)), List.of(), 1);
        for (Object object : Arrays.asList(
                byId,
                byId.spec(),
                byId.definition(),
                byId.columns(),
                row,
                row.columns(),
                byId.findAll(List.of(ID, ABSENT_ID)),
                Key.of(SLUG),
                range,
                byId.range(range),
                read,
                client.readTogether(List.of(read)),
                client.snapshot(),
                client.server())) {
            printed.add("object of " + object.getClass().getName(), object);
        }
        printed.fails("text for a number", () -> byId.find(SLUG));
        printed.fails("too many values", () -> byId.find(ID, SLUG));
        printed.fails("too few values", () -> byId.findAll(List.of(Key.of())));
        printed.fails("another type", () -> row.get("title", Integer.class));
        printed.fails("a number as a date", () -> row.get("score", java.time.LocalDate.class));
        printed.fails("no such column", () -> row.getString("slugs"));
        printed.fails("a type that no column has", () -> byId.find(List.of(ID)));
        printed.fails("no such index", () -> client.index(new IndexSpec(entry, "absent", List.of("id"))));
        printed.fails("a table of the server", () -> client.index(IndexSpec.primary("mysql", "user")));
        printed.call("another text", () -> bySlug.find(CharBuffer.wrap(SLUG)));
        printed.fails("bound", () -> byId.range(Range.all(Comparison.LESS, SLUG)));
        printed.fails("filter", () -> byId.range(Range.equal(ID).where("score", Comparison.EQUAL, TITLE)));
        printed.fails(
                "in a stage", () -> byId.findAsync(SLUG).toCompletableFuture().get());
        printed.call("a value that no text can hold", () -> bySlug.find(SLUG + '\ud800'));
    }

    /** Clients with wrong secrets: the server refuses them. */
    private void refuseSecrets() throws Exception {
        HandlerSocketClientBuilder builder = HandlerSocketClient.builder()
                .name("refused")
                .dataSource(server.dataSource())
                .secret(WRONG_SECRET);
        try (HandlerSocketClient client = builder.build()) {
            printed.add("snapshot", client.firstAttempt().toCompletableFuture().get());
            printed.fails("wrong secret", () -> client.index("entry"));
            printed.add("builder", builder);
            printed.add("client", client);
        }
        String uri = "handlersocket://:" + server.readSecret() + "@localhost:x/test?secret=" + WRONG_SECRET;
        printed.fails("URI", () -> HandlerSocketClient.builder(uri));
    }

    private void readAfterTheQuarantine(Entries entries, HandlerSocketClient client) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client.snapshot().quarantined().isEmpty());
        read(entries);
    }

    private void drain(Entries entries, HandlerSocketEndpoint endpoint) {
        printed.add("drain", endpoint.change(Action.DRAIN, null));
        read(entries);
        printed.add("resume", endpoint.change(Action.RESUME, null));
    }

    /** A time-out, lost connections, no server, and a server with other secrets. */
    private void loseServer(Entries entries, HandlerSocketClient client) {
        await().until(() -> client.snapshot().state() == ClientState.READY);
        Index byId = client.index(IndexSpec.primary("test", "entry").select("id", "title"));
        server.pause();
        printed.fails("time-out", () -> byId.find(ID));
        CompletableFuture<?> read = byId.findAsync(ID).toCompletableFuture();
        server.kill();
        printed.fails("lost connection", read::get);
        printed.call("no server", () -> entries.findById(ID));
        printed.call("no server", () -> entries.findCardBySlug(SLUG));
        printed.fails("no server", () -> byId.find(ID));
        server.restartWithNewSecrets();
        markSecrets();
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> byId.find(ID).isPresent());
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> entries.findById(ID).isPresent());
    }
}
