// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * By no public way does an application read a table or a column that its SQL account may not SELECT. An account that
 * may read it shows that each way reads.
 */
@Timeout(120)
class PublicWaysIT {

    private static final String TITLE = "only-for-some";
    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final Map<String, ConfigurableApplicationContext> applications = new LinkedHashMap<>();

    private static final String MAY_ALL = "may_all";
    private static final String MAY_COLUMNS = "may_columns";
    private static final String MAY_NOTHING = "may_nothing";

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            basePackages = "io.handlersocket.spring",
            considerNestedRepositories = true,
            includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Entries.class))
    static class Repositories {}

    private interface Call {
        @Nullable
        Object make(ConfigurableApplicationContext application) throws Exception;
    }

    /**
     * One way to read the entry 7.
     *
     * @param readsTitle whether the result has its title
     */
    record Way(String name, boolean readsTitle, Call call) {

        /** What the way reads, in words. */
        String read(String account) throws Exception {
            ConfigurableApplicationContext application = Objects.requireNonNull(applications.get(account), account);
            return Diaries.describe(call.make(application));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Way> WAYS = new ArrayList<>();

    private static void title(String name, Call call) {
        WAYS.add(new Way(name, true, call));
    }

    private static void other(String name, Call call) {
        WAYS.add(new Way(name, false, call));
    }

    static Stream<Way> ways() {
        return WAYS.stream();
    }

    static {
        ofTheClient();
        ofRepositories();
        ofHibernate();
    }

    private static HandlerSocketClient client(ConfigurableApplicationContext application) {
        return application.getBean(HandlerSocketClient.class);
    }

    private static IndexSpec titles() {
        return IndexSpec.primary("test", "entry").select("id", "title");
    }

    private static String text(Row row) {
        boolean has = row.columns().stream().map(Column::name).anyMatch("title"::equals);
        return has ? String.valueOf(row.getString("title")) : "no title";
    }

    private static String text(List<Column> columns) {
        return columns.stream().map(Column::name).anyMatch("title"::equals) ? TITLE : "no title";
    }

    private static void ofTheClient() {
        title(
                "index",
                application -> client(application).index(titles()).find(7).map(PublicWaysIT::text));
        title(
                "index by name",
                application -> client(application).index("entry").find(7).map(PublicWaysIT::text));
        title(
                "openIndex",
                application -> client(application)
                        .openIndex(titles())
                        .toCompletableFuture()
                        .get()
                        .findAsync(7)
                        .toCompletableFuture()
                        .get()
                        .map(PublicWaysIT::text));
        title(
                "findAll",
                application -> client(application).index(titles()).findAll(List.of(7)).stream()
                        .map(row -> row.map(PublicWaysIT::text))
                        .toList());
        title(
                "range",
                application ->
                        client(application)
                                .index(titles())
                                .range(Range.all(Comparison.GREATER_OR_EQUAL, 7).limit(1))
                                .stream()
                                .map(PublicWaysIT::text)
                                .toList());
        title(
                "ranges",
                application -> client(application)
                        .index(titles())
                        .ranges(List.of(
                                Range.all(Comparison.GREATER_OR_EQUAL, 7).limit(1),
                                Range.all(Comparison.LESS, 8).limit(1)))
                        .get(0)
                        .rows()
                        .stream()
                        .map(PublicWaysIT::text)
                        .toList());
        title(
                "stream",
                application -> client(application).index(titles()).stream(
                                Range.all(Comparison.GREATER_OR_EQUAL, 7).limit(1))
                        .map(PublicWaysIT::text)
                        .toList());
        title(
                "another index",
                application -> client(application)
                        .index(new IndexSpec(new TableName("test", "entry"), "title", List.of("id", "title")))
                        .range(Range.equal(TITLE))
                        .stream()
                        .map(PublicWaysIT::text)
                        .toList());
        title(
                "filter",
                application -> client(application)
                        .index(IndexSpec.primary("test", "entry").select("id"))
                        .range(Range.all(Comparison.GREATER, 0).where("title", Comparison.EQUAL, TITLE))
                        .stream()
                        .map(row -> TITLE + row.getLong("id"))
                        .toList());
        title("readTogether", application -> {
            Index index = client(application).index(titles());
            return client(application)
                    .readTogether(List.of(new Read(index, List.of(Key.of(7)), List.of(), 1)))
                    .get(0)
                    .rows()
                    .stream()
                    .map(PublicWaysIT::text)
                    .toList();
        });
        title(
                "table",
                application -> text(client(application)
                        .table(new TableName("test", "entry"))
                        .toCompletableFuture()
                        .get()
                        .columns()));
    }

    private static Entries entries(ConfigurableApplicationContext application) {
        return application.getBean(Entries.class);
    }

    private static void ofRepositories() {
        title("findById", application -> entries(application).findById(7L));
        title("findAllById", application -> entries(application).findAllById(List.of(7L)));
        title("an entity by a key", application -> entries(application).findBySlug("slug-7"));
        title("entities by an index", application -> entries(application).findByAuthorId(2));
        title("an interface by a key", application -> entries(application).findHeadlineBySlug("slug-7"));
        title("interfaces by the column", application -> entries(application).findHeadlinesByTitle(TITLE));
        title(
                "interfaces by a range of the column",
                application -> entries(application).findHeadlinesByTitleGreaterThanEqualOrderByTitle("on"));
        title("a query with an index", application -> entries(application).headline("slug-7"));
        other("a record by a key", application -> entries(application).findCardBySlug("slug-7"));
        other(
                "a record later",
                application -> entries(application).findLaterBySlug("slug-7").get());
        other("records in order", application -> entries(application).findCardsByAuthorIdOrderByCreated(2));
        other(
                "a page of records",
                application -> entries(application).findCardsByAuthorIdOrderByCreated(2, PageRequest.of(0, 3)));
        other(
                "a window of records",
                application -> entries(application)
                        .findTop7RanksByAuthorIdOrderByScore(2, ScrollPosition.keyset())
                        .getContent());
        other("a named index", application -> entries(application).of(2));
        other("existsBySlug", application -> entries(application).existsBySlug("slug-7"));
        other("existsById", application -> entries(application).existsById(7L));
    }

    private static EntityManager entityManager(ConfigurableApplicationContext application) {
        return application.getBean(EntityManager.class);
    }

    private static void ofHibernate() {
        title("find", application -> entityManager(application).find(Entry.class, 7L));
        title(
                "find in a transaction",
                application -> Objects.requireNonNull(application
                        .getBean(TransactionTemplate.class)
                        .execute(status -> entityManager(application).find(Entry.class, 7L))));
        title(
                "findMultiple",
                application -> entityManager(application).unwrap(Session.class).findMultiple(Entry.class, List.of(7L)));
        title(
                "a query by id",
                application -> entityManager(application)
                        .createQuery("select e from Entry e where e.id = :id", Entry.class)
                        .setParameter("id", 7L)
                        .getResultList());
        title(
                "a query of the column",
                application -> entityManager(application)
                        .createQuery("select e.title from Entry e where e.slug = :slug", String.class)
                        .setParameter("slug", "slug-7")
                        .getResultList());
        title(
                "a query with a join",
                application -> entityManager(application)
                        .createQuery("select e from Entry e join fetch e.author where e.id = :id", Entry.class)
                        .setParameter("id", 7L)
                        .getResultList());
    }

    private static SpringApplicationBuilder application(String account, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.username=" + account,
                "spring.datasource.password=" + account,
                "management.endpoints.web.exposure.include=handlersocket"));
        all.addAll(List.of(properties));
        return DiaryApplication.on(server, all.toArray(String[]::new))
                .sources(Repositories.class)
                .initializers(PlayerApplication.patient());
    }

    @BeforeAll
    static void start() {
        DiaryApplication.createTables(server);
        server.execute("UPDATE entry SET title = '" + TITLE + "' WHERE id = 7");
        for (String account : List.of(MAY_ALL, MAY_COLUMNS, MAY_NOTHING)) {
            server.execute(
                    "CREATE OR REPLACE USER " + account + " IDENTIFIED BY '" + account + "'",
                    "GRANT SELECT ON author TO " + account);
        }
        server.execute("GRANT SELECT ON entry TO " + MAY_ALL, "GRANT SELECT (id, slug) ON entry TO " + MAY_COLUMNS);
        for (String account : List.of(MAY_ALL, MAY_COLUMNS, MAY_NOTHING)) {
            applications.put(
                    account,
                    application(account, "handlersocket.shadow.sample=1", "handlersocket.shadow.max-rate=100")
                            .run());
        }
    }

    @AfterAll
    static void stop() {
        applications.values().forEach(ConfigurableApplicationContext::close);
        applications.clear();
        server.execute("DROP USER IF EXISTS " + MAY_ALL + ", " + MAY_COLUMNS + ", " + MAY_NOTHING);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anAccountThatMaySelectItReadsIt(Way way) throws Exception {
        awaitReady(MAY_ALL);
        String read =
                await().ignoreExceptionsMatching(PublicWaysIT::isAway).until(() -> way.read(MAY_ALL), Objects::nonNull);
        if (way.readsTitle()) {
            assertThat(read).contains(TITLE);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anAccountWithoutTheTableReadsNothing(Way way) {
        assertThatThrownBy(() -> way.read(MAY_NOTHING)).hasMessageNotContaining(TITLE);

        assertThat(openTables(MAY_NOTHING)).doesNotContain("entry");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anAccountWithoutTheColumnDoesNotReadIt(Way way) {
        String read;
        try {
            read = way.read(MAY_COLUMNS);
        } catch (Exception e) {
            read = String.valueOf(e.getMessage());
        }
        assertThat(read).doesNotContain(TITLE);
    }

    private static void awaitReady(String account) {
        client(Objects.requireNonNull(applications.get(account))).awaitReady(Duration.ofSeconds(30));
    }

    private static List<String> openTables(String account) {
        ConfigurableApplicationContext application = Objects.requireNonNull(applications.get(account));
        return client(application).snapshot().openIndexes().stream()
                .map(index -> index.table().table())
                .toList();
    }

    @Test
    void whatAnAccountMayReadIsReadOverHandlerSocket() {
        await().until(() -> {
            assertThat(entityManager(Objects.requireNonNull(applications.get(MAY_ALL)))
                            .find(Entry.class, 8L))
                    .isNotNull();
            return openTables(MAY_ALL).contains("entry");
        });
    }

    private static boolean isAway(Throwable failure) {
        return failure instanceof UnavailableException || failure.getCause() instanceof UnavailableException;
    }
}
