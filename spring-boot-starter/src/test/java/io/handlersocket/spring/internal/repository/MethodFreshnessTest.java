// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class MethodFreshnessTest {

    private static final Replicas REPLICAS = Replicas.builder(
                    HandlerSocketClient.builder().dataSource(nowhere()))
            .replica("db2", HandlerSocketClient.builder().dataSource(nowhere()))
            .build();
    private static final MethodFreshness NONE = new MethodFreshness(null);
    private static final MethodFreshness SCOPES = new MethodFreshness(REPLICAS);

    private static JdbcDataSource nowhere() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:freshness;DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    @AfterAll
    static void close() {
        REPLICAS.close();
    }

    /** Methods with annotations. */
    @FastLookup(freshness = "any")
    interface Repository {

        void findById();

        @FastLookup
        void query();

        @FastLookup(freshness = "2s")
        void fast();

        @IndexLookup(index = "PRIMARY", freshness = "primary")
        void byIndex();

        @FastLookup(freshness = "90ms")
        void tooFresh();
    }

    private static @Nullable Freshness of(MethodFreshness any, String name, boolean isBase)
            throws NoSuchMethodException {
        Method method = Repository.class.getMethod(name);
        return any.of(method, Repository.class, isBase);
    }

    @Test
    void aMethodCountsMoreThanItsRepository() throws NoSuchMethodException {
        assertThat(of(SCOPES, "findById", true)).isEqualTo(Freshness.ANY);
        assertThat(of(SCOPES, "query", false)).isNull();
        assertThat(of(SCOPES, "fast", true)).isEqualTo(Freshness.within(Duration.ofSeconds(2)));
        assertThat(of(SCOPES, "byIndex", false)).isEqualTo(Freshness.PRIMARY);
    }

    @Test
    void whatNoPollCanProveIsRefused() throws NoSuchMethodException {
        assertThat(of(NONE, "tooFresh", false)).isNotNull();
        assertThatIllegalStateException()
                .isThrownBy(() -> of(SCOPES, "tooFresh", false))
                .withMessageContaining(Repository.class.getName() + ".tooFresh: ")
                .withMessageContaining("pollInterval");
    }

    @Test
    void aScopeOfTheCallerIsKept() {
        try (ReadScope caller = REPLICAS.open(Freshness.ANY)) {
            assertThat(SCOPES.open(Freshness.PRIMARY)).isNull();
            assertThat(REPLICAS.scope()).containsSame(caller);
        }
        assertThat(NONE.open(Freshness.ANY)).isNull();
        assertThat(SCOPES.open(null)).isNull();
    }

    @Test
    void anAnnotationCountsMoreThanTheOneOfTheCallingMethod() {
        try (AnnotatedScope outer = SCOPES.open(Freshness.ANY)) {
            assertThat(outer).isNotNull();
            assertThat(freshness()).isEqualTo(Freshness.ANY);
            try (AnnotatedScope none = SCOPES.open(null)) {
                assertThat(freshness()).isEqualTo(Freshness.ANY);
            }
            try (AnnotatedScope inner = SCOPES.open(Freshness.PRIMARY)) {
                assertThat(freshness()).isEqualTo(Freshness.PRIMARY);
                try (ReadScope body = REPLICAS.open(Freshness.ANY);
                        AnnotatedScope innermost = SCOPES.open(Freshness.PRIMARY)) {
                    assertThat(freshness()).as("of the body").isEqualTo(Freshness.ANY);
                }
                assertThat(freshness()).isEqualTo(Freshness.PRIMARY);
            }
            assertThat(freshness()).isEqualTo(Freshness.ANY);
        }
        assertThat(REPLICAS.scope()).isEmpty();
    }

    @Test
    void theTaskOfAnAnnotatedMethodMayCallAnother() {
        Executor threads = task -> CompletableFuture.runAsync(task).join();
        try (AnnotatedScope outer = SCOPES.open(Freshness.ANY)) {
            SCOPES.here(threads).execute(() -> {
                assertThat(freshness()).isEqualTo(Freshness.ANY);
                try (AnnotatedScope inner = SCOPES.open(Freshness.PRIMARY)) {
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
            assertThat(NONE.here(threads)).isSameAs(threads);
            SCOPES.here(threads).execute(() -> seen.complete(REPLICAS.scope().orElseThrow()));
            assertThat(seen.join()).isNotSameAs(scope);
        }
        assertThat(seen.join().freshness()).isEqualTo(Freshness.ANY);
        assertThat(seen.join().session()).containsSame(session);
    }
}
