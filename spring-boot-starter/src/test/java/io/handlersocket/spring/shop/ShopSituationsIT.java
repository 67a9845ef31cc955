// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.shop.Situations.AccessControl;
import io.handlersocket.spring.shop.Situations.ReadWriteSplit;
import io.handlersocket.spring.shop.Situations.SchemaPerTenant;
import io.handlersocket.spring.shop.Situations.Spied;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The shop in situations that applications make: it answers as without HandlerSocket, and each call goes where it must. */
class ShopSituationsIT {

    /** Another schema of the same server, with other rows. */
    static final String OTHER = "shop_other";

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String UNKNOWN = "which may choose another server, schema or account for each of them";

    /**
     * What the shop did.
     *
     * @param answers of all calls
     * @param lookups how the calls of annotated repositories were answered
     * @param fastLoads how many loads of Hibernate went over HandlerSocket
     * @param loads what Hibernate loaded since the start
     */
    private record Visit(List<String> answers, List<Lookup> lookups, long fastLoads, List<LoadCount> loads) {

        List<String> routes() {
            return lookups.stream()
                    .map(lookup -> lookup.method() + " " + lookup.route())
                    .toList();
        }
    }

    /** A running shop, which all tests of the same situation ask. */
    private record Shop(ConfigurableApplicationContext context, List<Lookup> lookups) {}

    private static final Map<List<Object>, Shop> SHOPS = new HashMap<>();

    @BeforeAll
    static void create() {
        SERVER.execute(
                "CREATE DATABASE IF NOT EXISTS " + OTHER,
                "GRANT ALL PRIVILEGES ON " + OTHER + ".* TO '" + SERVER.getUsername() + "'@'%'");
        ShopApplication.createTables(SERVER, SERVER.getDatabaseName());
        ShopApplication.createTables(SERVER, OTHER);
    }

    @AfterAll
    static void close() {
        SHOPS.values().forEach(shop -> shop.context().close());
        SHOPS.clear();
    }

    @BeforeEach
    void fill() {
        fill(SERVER.getDatabaseName(), "one");
        fill(OTHER, "other");
    }

    private static void fill(String schema, String of) {
        for (String table : List.of("purchase", "customer", "wish", "wishlist")) {
            SERVER.execute("DELETE FROM " + schema + "." + table);
        }
        SERVER.execute(
                "INSERT INTO " + schema + ".customer VALUES (1, 'first@" + of + "', 1, 0), (2, 'second@" + of
                        + "', 2, 0)",
                "INSERT INTO " + schema + ".customer VALUES (3, 'same@both', " + of.length() + ", 0)",
                "INSERT INTO " + schema + ".customer VALUES (" + of.length() + "0, 'only@" + of + "', 0, 0)",
                "INSERT INTO " + schema + ".purchase VALUES (1, 1, 1.50, '2026-06-01')",
                "INSERT INTO " + schema + ".wishlist VALUES (1, 'birthday'), (2, 'nothing')",
                "INSERT INTO " + schema + ".wish VALUES (1, 1, 'Zebra'), (2, 1, 'äpfel'), (3, 1, 'Banane'),"
                        + " (4, 1, 'apfel'), (5, 1, 'Äpfel '), (6, 1, NULL), (7, 1, 'straße'), (8, 1, 'strasse'),"
                        + " (9, 1, 'Straßen'), (10, 1, 'aa'), (11, 1, 'Z')");
    }

    /** The calls that a test makes of the shop, and their answers. */
    private interface Calls {
        List<String> answers(ConfigurableApplicationContext context);
    }

    private static Visit visit(boolean starter, Class<?> around, Calls calls) {
        return visit(starter, around, null, calls);
    }

    /** @param fast calls that are made before, until all of them go over HandlerSocket */
    private static Visit visit(boolean starter, Class<?> around, @Nullable Calls fast, Calls calls) {
        Shop shop = SHOPS.computeIfAbsent(List.of(starter, around), key -> start(starter, around));
        ConfigurableApplicationContext context = shop.context();
        if (!starter) {
            return new Visit(calls.answers(context), List.of(), 0, List.of());
        }
        List<Lookup> lookups = shop.lookups();
        HibernateLoads loads = context.getBean(HibernateLoads.class);
        await().until(() ->
                context.getBean(HandlerSocketClient.class).snapshot().state() == ClientState.READY);
        loads.prepare().toCompletableFuture().join();
        context.getBean(MethodPlans.class).prepare().toCompletableFuture().join();
        if (fast != null) {
            await().until(() -> {
                lookups.clear();
                fast.answers(context);
                return lookups.stream().allMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
            });
        }
        lookups.clear();
        long before = loads.count(Route.HANDLERSOCKET);
        List<String> answers = calls.answers(context);
        return new Visit(answers, List.copyOf(lookups), loads.count(Route.HANDLERSOCKET) - before, loads.counts());
    }

    private static Shop start(boolean starter, Class<?> around) {
        List<Lookup> lookups = new CopyOnWriteArrayList<>();
        return new Shop(
                ShopApplication.on(SERVER, starter, around)
                        .web(around == ShopApplication.class ? WebApplicationType.SERVLET : WebApplicationType.NONE)
                        .initializers((GenericApplicationContext beans) ->
                                beans.registerBean("heard", LookupListener.class, () -> lookups::add))
                        .run(
                                "--server.port=0",
                                "--spring.datasource.hikari.minimum-idle=1",
                                // The client must be able to read, so that only the situation can keep it from doing
                                // so.
                                "--handlersocket.host=" + SERVER.getHost(),
                                "--handlersocket.port=" + SERVER.readPort()),
                lookups);
    }

    /** All that the page of a customer could ask. */
    private static List<String> ask(ConfigurableApplicationContext context) {
        Customers customers = context.getBean(Customers.class);
        List<String> answers = new ArrayList<>();
        for (long id : List.of(1L, 2L, 3L, 30L, 50L)) {
            answers.add(customers
                    .findById(id)
                    .map(found -> found.getEmail() + found.getPoints())
                    .toString());
            answers.add("" + customers.existsById(id));
        }
        answers.add(customers.findBadgeByEmail("same@both").toString());
        answers.add(customers.findByEmail("same@both").map(Customer::getPoints).toString());
        answers.add(context.getBean(Purchases.class)
                .findTop2LinesByCustomerIdOrderByBoughtDesc(1)
                .toString());
        return answers;
    }

    /** The same calls of the same shop go over HandlerSocket, where there is nothing around it. */
    @Test
    void control() {
        Visit plain = visit(false, ShopApplication.class, ShopSituationsIT::ask);
        Visit fast = visit(true, ShopApplication.class, ShopSituationsIT::ask, ShopSituationsIT::ask);

        assertThat(fast.answers()).isEqualTo(plain.answers()).contains("Optional[first@one1]");
        assertAllOverHandlerSocket(fast);
    }

    @Test
    void p6spyOnlyLooks() {
        Visit plain = visit(false, Spied.class, ShopSituationsIT::ask);
        Visit fast = visit(true, Spied.class, ShopSituationsIT::ask, ShopSituationsIT::ask);

        assertThat(fast.answers()).isEqualTo(plain.answers()).contains("Optional[first@one1]");
        assertAllOverHandlerSocket(fast);
    }

    @Test
    void eachTenantGetsTheRowsOfItsSchema() {
        Calls calls = context -> Stream.of(SERVER.getDatabaseName(), OTHER, SERVER.getDatabaseName(), OTHER)
                .flatMap(tenant -> SchemaPerTenant.as(tenant, () -> ask(context)).stream())
                .toList();
        Visit plain = visit(false, SchemaPerTenant.class, calls);
        Visit fast = visit(true, SchemaPerTenant.class, calls);

        assertThat(fast.answers())
                .isEqualTo(plain.answers())
                .contains("Optional[first@one1]", "Optional[first@other1]");
        assertNoneOverHandlerSocket(fast, "Customer", UNKNOWN);
    }

    @Test
    void onlyReadOnlyTransactionsGoToTheReplica() {
        Calls calls = context -> {
            List<String> answers = new ArrayList<>(ask(context));
            TransactionTemplate writing = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            answers.addAll(writing.execute(status -> ask(context)));
            answers.add("" + context.getBean(ShopService.class).reward(1, 5));
            answers.addAll(writing.execute(status -> ask(context)));
            TransactionTemplate reading = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            reading.setReadOnly(true);
            answers.addAll(reading.execute(status -> ask(context)));
            return answers;
        };
        Calls ofThePrimary = context -> {
            Customers customers = context.getBean(Customers.class);
            return List.of("" + customers.findBadgeByEmail("same@both"), "" + customers.findByEmail("same@both"));
        };
        Visit plain = visit(false, ReadWriteSplit.class, calls);
        fill();
        Visit fast = visit(true, ReadWriteSplit.class, ofThePrimary, calls);

        assertThat(fast.answers())
                .isEqualTo(plain.answers())
                .contains("Optional[first@other1]", "Optional[first@one1]", "Optional[first@one6]");
        // findById has a read-only transaction of its own, so it goes to the replica unless another has begun.
        assertThat(fast.lookups())
                .filteredOn(lookup -> lookup.reason().contains("SQL would use the read-only DataSource"))
                .extracting(Lookup::method)
                .contains("findById", "existsById", "findBadgeByEmail");
        assertThat(fast.routes()).contains("findById HANDLERSOCKET", "findBadgeByEmail HANDLERSOCKET");
        assertThat(fast.fastLoads()).isPositive();
    }

    /** As in a web request: one session for all calls, which keeps its first connection. */
    private static List<String> inOneSession(ConfigurableApplicationContext context, Supplier<List<String>> calls) {
        EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
        try (EntityManager entityManager = factory.createEntityManager()) {
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
            try {
                return calls.get();
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
            }
        }
    }

    @Test
    void aSessionThatKeepsItsConnectionReadsWhereItBegan() {
        Calls calls = context -> {
            Customers customers = context.getBean(Customers.class);
            List<String> answers = new ArrayList<>();
            Supplier<String> own = () -> "" + customers.findById(1L).map(Customer::getEmail);
            Supplier<String> none = () -> "" + customers.findBadgeByEmail("same@both");
            for (List<Supplier<String>> order : List.of(List.of(own, none), List.of(none, own), List.of(own, own))) {
                answers.addAll(inOneSession(
                        context, () -> order.stream().map(Supplier::get).toList()));
            }
            TransactionTemplate writing = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            answers.addAll(inOneSession(
                    context,
                    () -> Stream.of("" + writing.execute(status -> own.get()), own.get(), none.get())
                            .toList()));
            return answers;
        };
        Visit plain = visit(false, ReadWriteSplit.class, calls);
        Visit fast = visit(
                true,
                ReadWriteSplit.class,
                context -> List.of("" + context.getBean(Customers.class).findBadgeByEmail("same@both")),
                calls);

        assertThat(fast.answers()).isEqualTo(plain.answers()).contains("Optional[first@other]", "Optional[first@one]");
        assertThat(fast.routes()).contains("findBadgeByEmail HANDLERSOCKET", "findBadgeByEmail JDBC");
    }

    @Test
    void eachMethodSaysWhereItsOwnTransactionLeads() {
        Calls calls = context -> {
            context.getBean(Customers.class).findById(1L);
            context.getBean(Customers.class).existsById(1L);
            context.getBean(Customers.class).findAllById(List.of(1L, 2L));
            context.getBean(Customers.class).findBadgeByEmail("same@both");
            return List.of();
        };
        Visit fast = visit(
                true,
                ReadWriteSplit.class,
                context -> List.of("" + context.getBean(Customers.class).findBadgeByEmail("same@both")),
                calls);

        assertThat(fast.routes())
                .containsExactly(
                        "findById JDBC", "existsById JDBC", "findAllById JDBC", "findBadgeByEmail HANDLERSOCKET");
        assertThat(fast.lookups())
                .filteredOn(lookup -> lookup.route() == LookupRoute.JDBC)
                .allSatisfy(lookup -> assertThat(lookup.reason()).contains("SQL would use the read-only DataSource"));
    }

    @Test
    void deniedStaysDenied() {
        Calls calls = context -> {
            Customers customers = context.getBean(Customers.class);
            List<Supplier<?>> all = List.of(
                    () -> customers.findById(1L).map(Customer::getEmail),
                    () -> customers.existsById(1L),
                    () -> customers.findAllById(List.of(1L, 2L)).size(),
                    () -> customers.getReferenceById(1L).getId(),
                    () -> customers.findBadgeByEmail("first@one"),
                    () -> customers.findByEmail("first@one").map(Customer::getEmail));
            List<String> answers = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                for (Supplier<?> call : all) {
                    answers.add(AccessControl.denied(() -> outcome(call)));
                    answers.add(outcome(call));
                }
            }
            return answers;
        };
        Visit plain = visit(false, AccessControl.class, calls);
        Visit fast = visit(true, AccessControl.class, calls);

        assertThat(plain.answers()).filteredOn("denied"::equals).hasSize(12);
        assertThat(fast.answers()).isEqualTo(plain.answers()).contains("Optional[first@one]");
    }

    private static String outcome(Supplier<?> call) {
        try {
            return String.valueOf(call.get());
        } catch (SecurityException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void anEagerListIsInTheOrderOfTheDatabase() {
        Calls calls = context -> Stream.of(1L, 2L, 3L)
                .map(id -> context.getBean(Wishlists.class)
                        .findById(id)
                        .map(list -> list.getName()
                                + list.getWishes().stream()
                                        .map(wish -> wish.getId() + " " + wish.getTitle())
                                        .toList())
                        .toString())
                .toList();
        Visit plain = visit(false, ShopApplication.class, calls);
        Visit fast = visit(true, ShopApplication.class, calls);

        assertThat(fast.answers()).isEqualTo(plain.answers()).last().isEqualTo("Optional.empty");
        assertThat(fast.answers()).first().asString().contains("Zebra");
        assertThat(fast.lookups()).anyMatch(lookup -> lookup.reason().contains("a value is not ASCII text"));
        assertThat(fast.fastLoads()).isPositive();
    }

    @Test
    void anIdIsFoundByItsIndexWithoutTheJoinsOfItsEntity() {
        Calls calls = context -> Stream.of(1L, 2L, 3L)
                .map(id -> String.valueOf(context.getBean(Wishlists.class).existsById(id)))
                .toList();
        Visit plain = visit(false, ShopApplication.class, calls);
        Visit fast = visit(true, ShopApplication.class, calls, calls);

        assertThat(fast.answers()).isEqualTo(plain.answers()).containsExactly("true", "true", "false");
        assertThat(fast.routes()).hasSize(3).containsOnly("existsById HANDLERSOCKET");
        assertThat(fast.fastLoads()).as("no entity is loaded").isZero();
    }

    @Test
    void aPageReadsBackWhatItWrote() {
        Calls calls = context -> {
            String page =
                    "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/customers/7";
            return Stream.of(
                            "GET " + page,
                            "POST " + page + "?email=seven@shop.example",
                            "GET " + page,
                            "PUT " + page + "/points?points=3",
                            "GET " + page,
                            "PUT " + page + "/points-over-jdbc?points=4",
                            "GET " + page,
                            "DELETE " + page,
                            "GET " + page)
                    .map(ShopSituationsIT::send)
                    .toList();
        };
        Visit plain = visit(false, ShopApplication.class, calls);
        fill();
        Visit fast = visit(true, ShopApplication.class, ShopSituationsIT::ask, calls);

        assertThat(fast.answers()).isEqualTo(plain.answers());
        assertThat(fast.answers().get(5))
                .isEqualTo("7 -> true seven@shop.example 7 Optional[Badge[email=seven@shop.example, points=7]] 0");
        // Also in a request: existsById reads the index, and leaves no entity in the persistence context.
        assertThat(fast.routes())
                .containsExactly(
                        // GET: it is not there
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        // POST: it is in the persistence context
                        "existsById HANDLERSOCKET",
                        "findById MEMORY",
                        "findBadgeByEmail HANDLERSOCKET",
                        // GET
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        "findBadgeByEmail HANDLERSOCKET",
                        // PUT: before, in the transaction that writes, and after it
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        "findBadgeByEmail HANDLERSOCKET",
                        "findById MEMORY",
                        "findBadgeByEmail JDBC",
                        "existsById HANDLERSOCKET",
                        "findById MEMORY",
                        "findBadgeByEmail HANDLERSOCKET",
                        // GET
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        "findBadgeByEmail HANDLERSOCKET",
                        // PUT over JDBC: the transaction has written before it reads
                        "findById JDBC",
                        "existsById HANDLERSOCKET",
                        "findById MEMORY",
                        "findBadgeByEmail HANDLERSOCKET",
                        // GET
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        "findBadgeByEmail HANDLERSOCKET",
                        // DELETE: it is not there
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET",
                        // GET
                        "existsById HANDLERSOCKET",
                        "findById HANDLERSOCKET");
    }

    private static String send(String request) {
        String[] parts = request.split(" ", 2);
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(parts[1]))
                                    .method(parts[0], BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertAllOverHandlerSocket(Visit visit) {
        assertThat(visit.lookups())
                .hasSizeGreaterThan(10)
                .allSatisfy(lookup ->
                        assertThat(lookup.route()).as(lookup.toString()).isEqualTo(LookupRoute.HANDLERSOCKET));
        assertThat(visit.fastLoads()).isGreaterThan(5);
    }

    private static void assertNoneOverHandlerSocket(Visit visit, String entity, String reason) {
        assertThat(visit.lookups()).noneMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
        assertThat(visit.lookups()).anyMatch(lookup -> lookup.reason().contains(reason));
        assertThat(visit.fastLoads()).isZero();
        assertThat(visit.loads())
                .filteredOn(load ->
                        load.role().endsWith(".shop." + entity) && !load.role().startsWith("query"))
                .isNotEmpty()
                .allSatisfy(load -> assertThat(load.reason()).contains(reason));
    }
}
