// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.hibernate.ReplicaSettings;
import io.handlersocket.replicas.internal.AnnotatedScope;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ReplicaScopesTest {

    private static final Replicas REPLICAS = Replicas.builder(
                    HandlerSocketClient.builder().dataSource(nowhere()))
            .replica("db2", HandlerSocketClient.builder().dataSource(nowhere()))
            .build();
    private static final ReplicaScopes SCOPES =
            Objects.requireNonNull(ReplicaScopes.of(Map.of(ReplicaSettings.REPLICAS, REPLICAS), false));

    private static JdbcDataSource nowhere() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:scopes;DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    @AfterAll
    static void close() {
        REPLICAS.close();
    }

    @Test
    void theTaskOfAnAnnotatedMethodMayCallAnother() {
        Executor threads = task -> CompletableFuture.runAsync(task).join();
        try (AnnotatedScope outer = new AnnotatedScope(REPLICAS.open(Freshness.ANY))) {
            SCOPES.here(threads).execute(() -> {
                assertThat(AnnotatedScope.is(REPLICAS.scope().orElseThrow())).isTrue();
                assertThat(freshness()).isEqualTo(Freshness.ANY);
                try (AnnotatedScope inner = new AnnotatedScope(REPLICAS.open(Freshness.PRIMARY))) {
                    assertThat(freshness()).isEqualTo(Freshness.PRIMARY);
                }
                assertThat(freshness()).isEqualTo(Freshness.ANY);
            });
        }
    }

    private static Freshness freshness() {
        return REPLICAS.scope().orElseThrow().freshness();
    }

    @Test
    void aTaskHasTheScopeOfTheThreadThatSubmitsIt() {
        Executor threads = task -> CompletableFuture.runAsync(task).join();
        assertThat(SCOPES.here(threads)).isSameAs(threads);
        ReadSession session = REPLICAS.session();
        CompletableFuture<ReadScope> seen = new CompletableFuture<>();
        try (ReadScope scope = REPLICAS.open(Freshness.ANY, session)) {
            SCOPES.here(threads).execute(() -> seen.complete(REPLICAS.scope().orElseThrow()));
            assertThat(seen.join()).isNotSameAs(scope);
        }
        assertThat(seen.join().freshness()).isEqualTo(Freshness.ANY);
        assertThat(seen.join().session()).containsSame(session);
    }
}
