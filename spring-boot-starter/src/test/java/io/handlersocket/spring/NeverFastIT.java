// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.shapes.ShapedPlayers;
import io.handlersocket.spring.shapes.ShapedPlayers.Name;
import io.handlersocket.spring.shapes.ShapesApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Methods that no index can ever answer: the outcome is the same, whatever the database is and whether it answers. */
@ExtendWith(OutputCaptureExtension.class)
class NeverFastIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("findOrByIdOrLevel", "Or"),
            Map.entry("findInByIdIn", "the keyword IN"),
            Map.entry("findPageById", "a result of type Page"),
            Map.entry("findIgnoringCaseByNameIgnoreCase", "IgnoreCase"),
            Map.entry("findContainingByNameContaining", "the keyword CONTAINING"),
            Map.entry("findNotByIdNot", "the keyword NEGATING_SIMPLE_PROPERTY"),
            Map.entry("findDistinctById", "delete, count and Distinct need SQL"),
            Map.entry("findSortedById", "an order chosen by the caller"),
            Map.entry("findChosenById", "a projection chosen by the caller"),
            Map.entry("countById", "delete, count and Distinct need SQL"),
            Map.entry("findLockedById", "it has @Lock"),
            Map.entry("findHintedById", "it has @QueryHints"),
            Map.entry("level", "it has @Modifying"),
            Map.entry("natively", "a native query, which may return other rows than the index"),
            Map.entry(
                    "more",
                    "its query does more than compare attributes of the entity with parameters for equality:"
                            + " p.level > 0"),
            Map.entry("body", "the starter cannot read its body; name the index with @IndexLookup"));

    private static final List<String> LOOKUPS =
            List.of("body", "findChosenById", "findPageById", "findSortedById", "findInByIdIn");

    /** What there is at the start. */
    enum Database {
        ANSWERS,
        ABSENT,
        H2
    }

    @BeforeAll
    static void createTable() {
        PlayerApplication.createTable(server);
    }

    @ParameterizedTest
    @CsvSource({"ANSWERS,fail", "ABSENT,warn", "H2,warn"})
    void eachIsNamedOnceAndCounted(Database database, String onMissingIndex, CapturedOutput output) {
        assertNamedOnceAndCounted(database, onMissingIndex, output);
    }

    @ParameterizedTest
    @CsvSource({"ANSWERS,warn", "ABSENT,fail", "H2,fail"})
    @Tag("exhaustive")
    void eachIsNamedOnceAndCountedWithTheOtherSetting(Database database, String onMissingIndex, CapturedOutput output) {
        assertNamedOnceAndCounted(database, onMissingIndex, output);
    }

    private static void assertNamedOnceAndCounted(Database database, String onMissingIndex, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(database, onMissingIndex)) {
            ShapedPlayers players = context.getBean(ShapedPlayers.class);
            HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
            client.firstAttempt().toCompletableFuture().join();
            if (database == Database.ANSWERS) {
                await().until(() -> client.snapshot().state() == ClientState.READY);
            } else {
                assertThat(client.snapshot().state()).isNotEqualTo(ClientState.READY);
            }

            assertThat(plans(context)).isEqualTo(REASONS);

            callAll(players);

            assertThat(orWhatHibernateReads(counted(context))).isEqualTo(REASONS);
            assertThat(orWhatHibernateReads(plans(context))).isEqualTo(REASONS);
        }
        String warning = warning(output);
        assertThat(warning)
                .contains("HandlerSocket: JPA answers these annotated methods: ")
                .endsWith(". Change each as its reason says, or remove its annotation")
                .contains("ShapedPlayers.findPageById(long, Pageable) (a result of type Page)");
        REASONS.forEach((method, reason) -> assertThat(warning)
                .containsOnlyOnce("ShapedPlayers." + method + "(")
                .contains(") (" + reason + ')'));
    }

    /** Of these, the JPA query is a lookup: Hibernate reads it over HandlerSocket once its index is open. */
    private static Map<String, String> orWhatHibernateReads(Map<String, String> reasons) {
        Map<String, String> others = new HashMap<>(reasons);
        for (String method : LOOKUPS) {
            others.computeIfPresent(method, (name, reason) -> reason.isEmpty() ? REASONS.get(method) : reason);
        }
        return others;
    }

    private static String warning(CapturedOutput output) {
        List<String> warnings = output.toString()
                .lines()
                .filter(line -> line.contains("WARN") && line.contains("annotated methods"))
                .toList();
        assertThat(warnings).hasSize(1);
        return warnings.get(0);
    }

    private static void callAll(ShapedPlayers players) {
        assertThat(players.findOrByIdOrLevel(1, -1)).hasSize(1);
        assertThat(players.findInByIdIn(List.of(1L, 2L))).hasSize(2);
        assertThat(players.findPageById(1, Pageable.ofSize(3))).hasSize(1);
        assertThat(players.findIgnoringCaseByNameIgnoreCase("zoë 3")).hasSize(1);
        assertThat(players.findContainingByNameContaining("oë 3")).isNotEmpty();
        assertThat(players.findNotByIdNot(1)).isNotEmpty();
        assertThat(players.findDistinctById(1)).hasSize(1);
        assertThat(players.findSortedById(1, Sort.by("name"))).hasSize(1);
        assertThat(players.findChosenById(1, Name.class)).hasSize(1);
        assertThat(players.countById(1)).isEqualTo(1);
        assertThat(players.findLockedById(1)).isPresent();
        assertThat(players.findHintedById(1)).isPresent();
        assertThat(players.level(1, 1)).isEqualTo(1);
        assertThat(players.natively(1)).isPresent();
        assertThat(players.more(1)).isPresent();
        assertThat(players.body(1)).isPresent();
    }

    private static Map<String, String> plans(ApplicationContext context) {
        return context.getBean(MethodPlans.class).all().stream()
                .filter(plan -> plan.repository().equals("ShapedPlayers"))
                .collect(Collectors.toMap(MethodPlan::method, MethodPlan::reason));
    }

    private static Map<String, String> counted(ApplicationContext context) {
        return context.getBean(LookupCounts.class).all().stream()
                .filter(count -> count.repository().equals("ShapedPlayers"))
                .peek(count -> assertThat(count.count()).isEqualTo(1))
                .collect(Collectors.toMap(count -> count.method(), count -> count.reason()));
    }

    private static ConfigurableApplicationContext start(Database database, String onMissingIndex) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=handlersocket",
                "handlersocket.on-missing-index=" + onMissingIndex));
        if (database == Database.H2) {
            properties.addAll(
                    List.of("spring.datasource.url=jdbc:h2:mem:shapes", "spring.jpa.hibernate.ddl-auto=create-drop"));
        } else {
            properties.addAll(List.of(
                    "spring.datasource.url=" + server.getJdbcUrl(),
                    "spring.datasource.username=" + server.getUsername(),
                    "spring.datasource.password=" + server.getPassword(),
                    "spring.jpa.hibernate.ddl-auto=none"));
        }
        if (database == Database.ABSENT) {
            properties.addAll(List.of("handlersocket.host=localhost", "handlersocket.port=1"));
        }
        ConfigurableApplicationContext context = new SpringApplicationBuilder(ShapesApplication.class)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(String[]::new))
                .run();
        if (database == Database.H2) {
            context.getBean(JdbcTemplate.class)
                    .execute("insert into player (id, name, level) select x, 'Zoë ' || x, 1 from system_range(1, 9)");
        }
        return context;
    }
}
