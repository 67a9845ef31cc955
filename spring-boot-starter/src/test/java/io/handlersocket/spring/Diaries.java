// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entries.Headline;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.domain.Slice;
import org.springframework.jdbc.core.JdbcTemplate;

/** The application of diaries over HandlerSocket, and the same one without the starter. */
final class Diaries implements AutoCloseable {

    private final List<Lookup> lookups;
    private final ConfigurableApplicationContext context;
    private final SpringApplicationBuilder plainApplication;
    private final JdbcTemplate jdbc;
    private @Nullable ConfigurableApplicationContext plainContext;

    private Diaries(
            List<Lookup> lookups, ConfigurableApplicationContext context, SpringApplicationBuilder plainApplication) {
        this.lookups = lookups;
        this.context = context;
        this.plainApplication = plainApplication;
        this.jdbc = context.getBean(JdbcTemplate.class);
    }

    static Diaries start(HandlerSocketMariaDB server, String... properties) {
        DiaryApplication.createTables(server);
        return run(server, properties);
    }

    /** On tables that are there, and which no test changes meanwhile. */
    static Diaries run(HandlerSocketMariaDB server, String... properties) {
        return run(server, PlayerApplication.patient(), properties);
    }

    /** On tables that a test changes. */
    static Diaries guarded(HandlerSocketMariaDB server) {
        DiaryApplication.createTables(server);
        return run(server, context -> {});
    }

    private static Diaries run(
            HandlerSocketMariaDB server,
            ApplicationContextInitializer<GenericApplicationContext> client,
            String... properties) {
        List<Lookup> lookups = new CopyOnWriteArrayList<>();
        Diaries diaries = new Diaries(
                lookups,
                DiaryApplication.on(server, properties)
                        .initializers(
                                client,
                                (GenericApplicationContext context) ->
                                        context.registerBean(LookupListener.class, () -> lookups::add))
                        .run(),
                DiaryApplication.on(
                        server,
                        Stream.concat(Stream.of(properties), Stream.of("handlersocket.enabled=false"))
                                .toArray(String[]::new)));
        diaries.awaitFast();
        return diaries;
    }

    /** Waits until queries go over HandlerSocket. */
    void awaitFast() {
        await().until(() -> {
            lookups.clear();
            entries().findCardBySlug("slug-1");
            return lookups.get(0).route() == LookupRoute.HANDLERSOCKET;
        });
    }

    /** Over HandlerSocket. */
    Entries entries() {
        return context.getBean(Entries.class);
    }

    /** Over JDBC. */
    Entries plain() {
        return plainBean(Entries.class);
    }

    /** What the application over HandlerSocket has heard of. */
    List<Lookup> lookups() {
        return lookups;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Of the application without the starter, which starts when it is first asked for. */
    <T> T plainBean(Class<T> type) {
        if (plainContext == null) {
            plainContext = plainApplication.run();
        }
        return plainContext.getBean(type);
    }

    /** SQL commands so far on the pool's only connection, this question included. */
    long questions() {
        Long questions =
                jdbc.queryForObject("SHOW SESSION STATUS LIKE 'Questions'", (row, number) -> row.getLong("Value"));
        return questions == null ? 0 : questions;
    }

    /** A result in words, whatever it comes in. */
    static String describe(@Nullable Object result) {
        if (result instanceof CompletableFuture<?> future) {
            return describe(future.join());
        }
        if (result instanceof Optional<?> optional) {
            return "Optional " + describe(optional.orElse(null));
        }
        if (result instanceof Slice<?> slice) {
            return slice.getNumber() + "/" + slice.hasNext() + describe(slice.getContent());
        }
        if (result instanceof Collection<?> rows) {
            return rows.stream().map(Diaries::describe).collect(Collectors.joining("\n"));
        }
        if (result instanceof Headline headline) {
            return headline.getSlug() + '|' + headline.getTitle() + '|' + headline.isHidden();
        }
        return String.valueOf(result);
    }

    @Override
    public void close() {
        context.close();
        if (plainContext != null) {
            plainContext.close();
        }
    }
}
