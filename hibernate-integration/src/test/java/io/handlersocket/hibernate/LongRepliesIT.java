// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows of a join that each fit into a reply, but not all into one, close no connection. */
class LongRepliesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int LOADS = 30;

    @Entity(name = "Page")
    @Table(name = "lr_page", indexes = @Index(columnList = "book"))
    static class Page {
        @Id
        int id;

        int book;

        Integer document;
    }

    @Entity(name = "Document")
    @Table(name = "lr_document")
    static class Document {
        @Id
        int id;

        @Column(columnDefinition = "longtext")
        String text;
    }

    @Test
    void aJoinWhoseRowsTogetherExceedTheLimitOfOneReplyClosesNoConnection() {
        try (App plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Page.class, Document.class)) {
            SERVER.execute(
                    "insert into lr_page (id, book, document) select seq, 1, seq from seq_1_to_20",
                    "insert into lr_document (id, text) select seq, repeat('x', 100000) from seq_1_to_20");
            HandlerSocketClient client = HandlerSocketClient.builder()
                    .dataSource(SERVER.dataSource())
                    .requestTimeout(Duration.ofSeconds(5))
                    .maxLineBytes(1_000_000)
                    .build();
            try (App fast = App.over(SERVER, client, Map.of(), Page.class, Document.class)
                    .ready(Page.class, Document.class)) {
                for (int i = 0; i < LOADS; i++) {
                    assertThat(texts(fast)).isEqualTo(texts(plain));
                }
                assertThat(fast.loads().counts())
                        .as("loads that closed a connection")
                        .noneMatch(count -> count.reason().contains("malformed reply"));
                assertThat(fast.loads().count(Route.HANDLERSOCKET))
                        .isGreaterThan((LOADS - fast.away()) / 2); // the machine may have stood still
            }
        }
    }

    private static List<String> texts(App app) {
        return app
                .sessionFactory()
                .fromSession(session -> session.createSelectionQuery(
                                "select d.text from Page p join Document d on d.id = p.document where p.book = 1",
                                Object[].class)
                        .getResultList())
                .stream()
                .map(row -> String.valueOf(row[0]))
                .toList();
    }
}
