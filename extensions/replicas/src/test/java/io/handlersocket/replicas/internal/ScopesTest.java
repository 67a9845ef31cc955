// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadScope.Answer;
import io.handlersocket.replicas.SqlUse;
import io.handlersocket.replicas.internal.PositionRing.Sample;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ScopesTest {

    private final Object own = new Object();
    private final Object other = new Object();

    @Test
    void theInnermostScopeOfTheseReplicasCounts() {
        assertThat(Scopes.current(own)).isNull();
        OpenScope outer = Scopes.open(own, Freshness.ANY, null);
        OpenScope inner = Scopes.open(own, Freshness.PRIMARY, null);
        OpenScope foreign = Scopes.open(other, Freshness.ANY, null);
        assertThat(Scopes.current(own)).isSameAs(inner);
        assertThat(Scopes.current(other)).isSameAs(foreign);
        foreign.close();
        inner.close();
        assertThat(Scopes.current(own)).isSameAs(outer);
        outer.close();
        outer.close();
        assertThat(Scopes.current(own)).isNull();
    }

    @Test
    void aScopeIsClosedByItsThreadAndAfterTheInnerOnes() {
        OpenScope outer = Scopes.open(own, Freshness.ANY, null);
        OpenScope inner = Scopes.open(own, Freshness.PRIMARY, null);
        assertThatIllegalStateException().isThrownBy(outer::close).withMessageContaining("innermost");
        CompletableFuture.runAsync(() -> {
                    assertThat(Scopes.current(own)).as("another thread").isNull();
                    assertThatIllegalStateException().isThrownBy(inner::close);
                })
                .join();
        inner.close();
        outer.close();
    }

    @Test
    void aScopeRemembersItsFirstAnswers() {
        try (OpenScope scope = Scopes.open(own, Freshness.ANY, null)) {
            Answer answer = new Answer("db2", false, Optional.empty(), Optional.empty());
            for (int i = 0; i < ReadScope.MAX_ANSWERS + 5; i++) {
                scope.answered(answer, "B" + i);
            }
            assertThat(scope.answers()).hasSize(ReadScope.MAX_ANSWERS).containsOnly(answer);
            assertThat(scope.identities()).hasSize(ReadScope.MAX_ANSWERS).startsWith("B0", "B1");
        }
    }

    @Test
    void anOuterScopeRemembersTheAnswersOfInnerOnes() {
        Answer answer = new Answer("db2", false, Optional.empty(), Optional.empty());
        try (OpenScope outer = Scopes.open(own, Freshness.ANY, null);
                OpenScope foreign = Scopes.open(other, Freshness.ANY, null);
                OpenScope inner = Scopes.open(own, Freshness.PRIMARY, new Floor(own))) {
            inner.answered(answer, "B");
            assertThat(inner.answers()).containsExactly(answer);
            assertThat(foreign.answers()).isEmpty();
            assertThat(outer.answers()).containsExactly(answer);
            assertThat(outer.identities()).containsExactly("B");
            assertThat(foreign.identities()).isEmpty();
            assertThat(inner.session()).isPresent();
            assertThat(inner.freshness()).isEqualTo(Freshness.PRIMARY);
            assertThat(outer.session()).isEmpty();
        }
    }

    @Test
    void sqlOfAThreadMarksAllItsSessions() {
        Floor outer = new Floor(own);
        Floor inner = new Floor(own);
        SqlUse.onThisThread();
        assertThat(outer.mayAdmit(null, 10)).as("no scope was open").isTrue();
        OpenScope first = Scopes.open(own, Freshness.ANY, outer);
        OpenScope second = Scopes.open(own, Freshness.ANY, inner);
        SqlUse.onThisThread();
        second.close();
        first.close();
        assertThat(outer.mayAdmit(new Sample(9, GtidPosition.NONE), 10)).isFalse();
        assertThat(inner.mayAdmit(new Sample(9, GtidPosition.NONE), 10)).isFalse();
    }
}
