// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.handlersocket.advisor.internal.application.AdviceReport;
import io.handlersocket.advisor.internal.application.AdviceReport.Item;
import io.handlersocket.advisor.internal.application.AdviceReport.Verdict;
import io.handlersocket.advisor.internal.application.ApplicationAdvice;
import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.SnapshotIsolation;
import io.handlersocket.spring.adoption.AdoptionApplication;
import io.handlersocket.spring.adoption.AnnotatedGamers;
import io.handlersocket.spring.adoption.Gamer;
import io.handlersocket.spring.adoption.Gamers;
import io.handlersocket.spring.adoption.Guilds;
import io.handlersocket.spring.adoption.Medals;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.Report;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.spi.PlanOnly;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.transaction.support.TransactionTemplate;

/** The report of {@code handlersocket.advise} says what really happens once HandlerSocket is on. */
class AdviceIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final String ADVISE = "handlersocket.advise=true";
    private static final String METHODS = "repository methods";
    private static final String TABLES_OPENED = "Handlersocket_hs_table_open";

    @TempDir
    private static Path folder;

    /** Of the tables as they are created. */
    private static AdviceReport advised;

    private static long openedMeanwhile;

    /** Of the tables with an index of {@code gamer.nick}. */
    private static AdviceReport advisedWithIndex;

    /** The same application with HandlerSocket. Starts after the last change of a table, which stops its loads. */
    private static ConfigurableApplicationContext fast;

    @BeforeAll
    static void createTablesAndAsk() {
        AdoptionApplication.createTables(server);
        server.execute("ALTER TABLE gamer ADD INDEX (nick)");
        advisedWithIndex = report(server, ADVISE);
        server.execute("ALTER TABLE gamer DROP INDEX nick");
        long opened = server.globalStatus(TABLES_OPENED);
        advised =
                report(server, "handlersocket.advise=", "handlersocket.advise-report=" + folder.resolve("advice.txt"));
        openedMeanwhile = server.globalStatus(TABLES_OPENED) - opened;
        fast = AdoptionApplication.on(server, "handlersocket.startup=wait")
                .initializers(PlayerApplication.patient())
                .run();
    }

    @AfterAll
    static void close() {
        fast.close();
    }

    private static AdviceReport report(ApplicationContext context) {
        return context.getBean(ApplicationAdvice.class).report();
    }

    static AdviceReport report(HandlerSocketMariaDB on, String... properties) {
        try (ConfigurableApplicationContext context =
                AdoptionApplication.on(on, properties).run()) {
            return report(context);
        }
    }

    private static Item item(AdviceReport report, String kind, String name) {
        return requireNonNull(items(report, kind).get(name), name);
    }

    private static Map<String, Item> items(AdviceReport report, String kind) {
        return report.loads().stream()
                .filter(item -> item.kind().equals(kind))
                .collect(Collectors.toMap(Item::name, Function.identity()));
    }

    private static boolean fast(Item item) {
        return item.verdict() == Verdict.FAST;
    }

    @Test
    void saysOfEachLoadWhatHappensWithHandlerSocket() {
        HandlerSocketLoads loads = HibernateLoads.of(fast.getBean(EntityManagerFactory.class));
        for (LoadPlan plan : loads.plans()) {
            Item item = item(advised, plan.kind().plural(), plan.role());
            assertThat(fast(item)).as("%s", plan).isEqualTo(plan.route() == Route.HANDLERSOCKET);
            assertThat(item.reason()).isEqualTo(fast(item) ? null : plan.reason());
            assertThat(item.advice() == null).isEqualTo(fast(item));
        }
        long judged = advised.loads().stream()
                .filter(item -> !item.kind().equals(METHODS))
                .count();
        assertThat(judged).isEqualTo(loads.plans().size());
        assertThat(advised.settings()).isEmpty();
        assertThat(advised.loads()).filteredOn(AdviceIT::fast).hasSizeGreaterThan(15);
        assertThat(advised.loads()).filteredOn(item -> !fast(item)).hasSizeGreaterThan(15);
    }

    @Test
    void saysOfEachMethodWhatItsCallDoesWithHandlerSocket() {
        Map<String, Item> methods = items(advised, METHODS);
        HibernateLoads loads = fast.getBean(HibernateLoads.class);
        Map<String, Runnable> calls = calls(fast);
        assertThat(methods.keySet()).containsExactlyInAnyOrderElementsOf(calls.keySet());
        calls.values().forEach(Runnable::run); // opens what the calls read
        calls.forEach((name, call) -> {
            boolean went = isFast(loads, call);
            if (requireNonNull(methods.get(name)).verdict() == Verdict.UNKNOWN) {
                return;
            }
            assertThat(fast(methods.get(name)))
                    .as(() -> name + ": " + methods.get(name).reason() + "; " + loads.counts())
                    .isEqualTo(went);
        });
    }

    /** Calls until no load of the call waits for its index; returns whether all of them go over HandlerSocket. */
    private static boolean isFast(HibernateLoads loads, Runnable call) {
        boolean fast = false;
        for (int i = 0; i < 1_000; i++) {
            long away = away(loads);
            long overHandlerSocket = loads.count(Route.HANDLERSOCKET);
            long jdbc = loads.count(Route.JDBC);
            call.run();
            fast = loads.count(Route.HANDLERSOCKET) > overHandlerSocket && loads.count(Route.JDBC) == jdbc;
            if (away(loads) == away) {
                break;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return fast;
    }

    /** Loads that used JDBC because HandlerSocket could not answer: the machine may have stood still. */
    private static long away(HibernateLoads loads) {
        return loads.count(JdbcReason.Kind.NOT_OPEN) + loads.count(JdbcReason.Kind.OUTAGE);
    }

    private static Map<String, Runnable> calls(ApplicationContext context) {
        Gamers gamers = context.getBean(Gamers.class);
        Guilds guilds = context.getBean(Guilds.class);
        Medals medals = context.getBean(Medals.class);
        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
        String email = "7@example.com";
        PageRequest page = PageRequest.of(0, 2);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("Gamers.findById(Object)", () -> gamers.findById(7L));
        calls.put("Gamers.existsById(Object)", () -> gamers.existsById(7L));
        calls.put("Gamers.findAllById(Iterable)", () -> gamers.findAllById(List.of(7L, 8L)));
        AnnotatedGamers annotated = context.getBean(AnnotatedGamers.class);
        calls.put(
                "AnnotatedGamers.findById(Long)",
                () -> transaction.executeWithoutResult(status -> annotated.findById(7L)));
        calls.put("AnnotatedGamers.findAllById(Iterable)", () -> annotated.findAllById(List.of(7L, 8L)));
        calls.put("AnnotatedGamers.findByEmail(String)", () -> annotated.findByEmail(email));
        calls.put("AnnotatedGamers.findByGuildId(int, Sort)", () -> annotated.findByGuildId(1, Sort.by("nick")));
        calls.put("Guilds.findById(Object)", () -> guilds.findById(1));
        calls.put("Guilds.existsById(Object)", () -> guilds.existsById(1));
        calls.put("Guilds.findAllById(Iterable)", () -> guilds.findAllById(List.of(1, 2)));
        calls.put("Medals.findById(Object)", () -> medals.findById(1L));
        calls.put("Medals.existsById(Object)", () -> medals.existsById(1L));
        calls.put("Medals.findAllById(Iterable)", () -> medals.findAllById(List.of(1L)));
        calls.put("Guilds.named(String)", () -> guilds.named("tag1"));
        calls.put("Guilds.longest(int)", () -> guilds.longest(2));
        calls.put("Gamers.findByEmail(String)", () -> gamers.findByEmail(email));
        calls.put("Gamers.findByNick(String)", () -> gamers.findByNick("nick7"));
        calls.put("Gamers.findByNickIgnoreCase(String)", () -> gamers.findByNickIgnoreCase("NICK7"));
        calls.put("Gamers.findByGuildId(int)", () -> gamers.findByGuildId(1));
        calls.put("Gamers.findByGuildTag(String)", () -> gamers.findByGuildTag("tag1"));
        calls.put("Gamers.findByEmailIn(Collection)", () -> gamers.findByEmailIn(List.of(email, "8@example.com")));
        calls.put(
                "Gamers.findByGuildIdAndScoreGreaterThan(int, int)",
                () -> gamers.findByGuildIdAndScoreGreaterThan(1, 9));
        calls.put("Gamers.findByScoreGreaterThan(int)", () -> gamers.findByScoreGreaterThan(9));
        calls.put("Gamers.findTop3ByGuildIdOrderByScoreDesc(int)", () -> gamers.findTop3ByGuildIdOrderByScoreDesc(1));
        calls.put("Gamers.findByGuildIdOrderByNick(int)", () -> gamers.findByGuildIdOrderByNick(1));
        calls.put("Gamers.findSliceByGuildId(int, Pageable)", () -> gamers.findSliceByGuildId(1, page));
        // The page is not full, so that Spring Data does not count, or is, so that it counts too.
        calls.put("Gamers.findPageByGuildId(int, Pageable)", () -> gamers.findPageByGuildId(1, PageRequest.of(0, 500)));
        calls.put("Gamers.findPageByGuildId(int, Pageable), its count", () -> gamers.findPageByGuildId(1, page));
        calls.put("Gamers.findLimitedByGuildId(int, Limit)", () -> gamers.findLimitedByGuildId(1, Limit.of(2)));
        calls.put("Gamers.existsByEmail(String)", () -> gamers.existsByEmail(email));
        calls.put("Gamers.countByEmail(String)", () -> gamers.countByEmail(email));
        calls.put("Gamers.countByGuildId(int)", () -> gamers.countByGuildId(1));
        calls.put("Gamers.findRecordsByGuildId(int)", () -> gamers.findRecordsByGuildId(1));
        calls.put("Gamers.findProjectedByEmail(String)", () -> gamers.findProjectedByEmail(email));
        calls.put("Gamers.declared(String)", () -> gamers.declared(email));
        calls.put("Gamers.containing(int, String)", () -> gamers.containing(1, "ic"));
        calls.put("Gamers.average(int)", () -> gamers.average(1));
        calls.put("Gamers.nickOf(String)", () -> gamers.nickOf(email));
        calls.put("Gamers.withGuild(String)", () -> gamers.withGuild(email));
        calls.put("Gamers.raw(String)", () -> gamers.raw(email));
        calls.put(
                "Gamers.findLockedByEmail(String)",
                () -> transaction.executeWithoutResult(status -> gamers.findLockedByEmail(email)));
        calls.put(
                "Gamers.streamByGuildId(int)",
                () -> transaction.executeWithoutResult(status -> {
                    try (Stream<Gamer> stream = gamers.streamByGuildId(1)) {
                        assertThat(stream).isNotEmpty();
                    }
                }));
        calls.put("Gamers.findGraphByEmail(String)", () -> gamers.findGraphByEmail(email));
        return calls;
    }

    @Test
    void saysOfNoMethodThatIsMoreThanItsQueryThatItIsFast() {
        AdviceReport report = advised;
        assertThat(item(report, METHODS, "AnnotatedGamers.findById(Long)").reason())
                .isEqualTo("lock mode PESSIMISTIC_WRITE");
        assertThat(List.of("findAllById(Iterable)", "findByEmail(String)", "findByGuildId(int, Sort)"))
                .allSatisfy(name -> assertThat(
                                item(report, METHODS, "AnnotatedGamers." + name).verdict())
                        .isEqualTo(Verdict.UNKNOWN));
    }

    @Test
    void connectsToNoPortAndChangesNoAnswer() throws Exception {
        assertThat(advised.loads()).isNotEmpty();
        assertThat(openedMeanwhile).isZero();
        try (ServerSocket port = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext context = AdoptionApplication.on(
                                server,
                                ADVISE,
                                "handlersocket.host=127.0.0.1",
                                "handlersocket.port=" + port.getLocalPort(),
                                "handlersocket.startup=fail")
                        .run()) {
            HibernateLoads loads = context.getBean(HibernateLoads.class);
            assertThat(report(context).loads()).isNotEmpty();
            assertThat(context.getBean(Gamers.class).findById(7L)).isPresent();
            assertThat(context.getBean(Gamers.class).findByEmail("7@example.com"))
                    .isPresent();
            assertThat(loads.count(Route.HANDLERSOCKET)).isZero();
            assertThat(loads.counts())
                    .isNotEmpty()
                    .allSatisfy(count -> assertThat(count.kind()).isEqualTo(JdbcReason.Kind.OPTION));
            assertThat(context.getBean(HandlerSocketClient.class).snapshot().state())
                    .isEqualTo(ClientState.DRAINED);
            Report shown = context.getBean(HandlerSocketEndpoint.class).report();
            assertThat(shown.route()).isEqualTo(Route.JDBC);
            assertThat(shown.next()).isEqualTo("Read the view advice of this endpoint.");
            port.setSoTimeout(500);
            assertThatThrownBy(port::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void judgesAServerWithoutThePlugin() {
        try (HandlerSocketMariaDB bare = new HandlerSocketMariaDB().withoutPlugin()) {
            bare.start();
            AdoptionApplication.createTables(bare);

            AdviceReport report = report(bare, ADVISE);

            assertThat(report.loads()).isEqualTo(advised.loads());
            assertThat(report.settings())
                    .singleElement()
                    .satisfies(setting -> assertThat(setting.reason())
                            .contains("no HandlerSocket plugin")
                            .contains("plugin-load-add=handlersocket.so"));
        }
    }

    @Test
    void namesSettingsThatStandInTheWay() {
        AdviceReport report = report(
                server,
                ADVISE,
                "spring.datasource.hikari.connection-init-sql=SET sql_mode='PAD_CHAR_TO_FULL_LENGTH'",
                "spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE");

        assertThat(report.settings()).anySatisfy(setting -> {
            assertThat(setting.reason()).isEqualTo("the connections have sql_mode PAD_CHAR_TO_FULL_LENGTH");
            assertThat(setting.advice()).contains("remove the named setting");
        });
        assertThat(report.settings()).anySatisfy(setting -> {
            assertThat(setting.reason()).isEqualTo("isolation SERIALIZABLE");
            assertThat(setting.advice()).contains("READ COMMITTED");
        });
        assertThat(report.loads()).anyMatch(AdviceIT::fast);
    }

    @Test
    void namesTheIsolationWithItsLoads() {
        assumeFalse(SnapshotIsolation.isOn(server), "keeps what may write on JDBC from the start");
        String repeatable = "spring.datasource.hikari.transaction-isolation=TRANSACTION_REPEATABLE_READ";

        AdviceReport report = report(server, ADVISE, repeatable);

        assertThat(report.loads()).isEqualTo(advised.loads());
        long loads = advised.loads().stream().filter(AdviceIT::fast).count();
        assertThat(report.settings()).singleElement().satisfies(setting -> {
            assertThat(setting.reason())
                    .startsWith(loads + " loads that would be fast use JDBC at REPEATABLE READ in each transaction");
            assertThat(setting.advice()).contains("READ COMMITTED").contains("handlersocket.consistency=latest");
        });
        assertThat(report(server, ADVISE, repeatable, "handlersocket.consistency=latest")
                        .settings())
                .isEmpty();
    }

    @Test
    void saysWhichIndexHelps() {
        Item nick = item(advised, METHODS, "Gamers.findByNick(String)");
        assertThat(nick.advice()).isEqualTo("Create the index: ALTER TABLE `gamer` ADD INDEX (`nick`).");
        assertThat(nick.reasonKind()).isEqualTo("TABLE");

        assertThat(item(advisedWithIndex, METHODS, "Gamers.findByNick(String)").verdict())
                .isEqualTo(Verdict.FAST);
    }

    @Test
    void writesTheReportToAFile() throws IOException {
        assertThat(Files.readString(folder.resolve("advice.txt")))
                .contains("loads would be fast (")
                .contains("Settings that stand in the way: none")
                .contains("=> Create the index: ALTER TABLE `gamer` ADD INDEX (`nick`).")
                .doesNotContain("@example.com");
    }

    @Test
    void usesHandlerSocketWithoutTheProperty() {
        assertThat(fast.getBeansOfType(PlanOnly.class)).isEmpty();
        assertThat(fast.getBeansOfType(ApplicationAdvice.class)).isEmpty();
        assertThat(fast.getBean(HandlerSocketEndpoint.class).view(HandlerSocketEndpoint.View.ADVICE))
                .isNull();
        assertThat(fast.getBean(HandlerSocketClient.class)).isNotInstanceOf(CatalogueClient.class);
    }
}
