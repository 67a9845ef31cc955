// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.internal.AnnotatedScope;
import io.handlersocket.replicas.spring.ReadFreshness;
import java.time.Duration;
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

    /** An interface that repositories extend. */
    @ReadFreshness("any")
    interface Base {

        void findById();

        @ReadFreshness("2s")
        void fast();
    }

    /** Methods with annotations. */
    interface Repository extends Base {

        @ReadFreshness("primary")
        void byIndex();

        @ReadFreshness("90ms")
        void tooFresh();
    }

    private static @Nullable Freshness of(MethodFreshness any, Class<?> repository, String name)
            throws NoSuchMethodException {
        return any.of(repository.getMethod(name), repository);
    }

    @Test
    void aMethodCountsMoreThanItsRepository() throws NoSuchMethodException {
        assertThat(of(SCOPES, Repository.class, "findById")).isEqualTo(Freshness.ANY);
        assertThat(of(SCOPES, Repository.class, "fast")).isEqualTo(Freshness.within(Duration.ofSeconds(2)));
        assertThat(of(SCOPES, Repository.class, "byIndex")).isEqualTo(Freshness.PRIMARY);
        assertThat(of(SCOPES, Runnable.class, "run")).isNull();
    }

    @Test
    void whatNoPollCanProveIsRefused() throws NoSuchMethodException {
        assertThat(of(NONE, Repository.class, "tooFresh")).isNotNull();
        assertThatIllegalStateException()
                .isThrownBy(() -> of(SCOPES, Repository.class, "tooFresh"))
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

    private static Freshness freshness() {
        return REPLICAS.scope().orElseThrow().freshness();
    }
}
