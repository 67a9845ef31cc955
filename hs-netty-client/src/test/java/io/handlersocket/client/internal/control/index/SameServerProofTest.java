// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.NotUsableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the first lookup of a connection says of its server. */
class SameServerProofTest {

    /** An event loop that a callback blocks expires nothing either. */
    @Test
    @Timeout(20)
    void aLookupThatNothingEndsIsGivenUp() {
        long start = System.nanoTime();
        assertThatThrownBy(() -> SameServerProof.await(new CompletableFuture<>(), "c1"))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("c1");
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
    }

    @Test
    @Timeout(20)
    void anInterruptEndsTheWaitAndIsKept() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> SameServerProof.await(new CompletableFuture<>(), "c1"))
                .isInstanceOf(UnavailableException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aConnectionThatIsLostProvesNothingAndAnErrorOfTheServerSaysThatItCannotBeUsed() {
        ConnectionLostException lost = new ConnectionLostException("lost", null);
        assertThatThrownBy(() -> SameServerProof.await(CompletableFuture.failedFuture(lost), "c1"))
                .isSameAs(lost);
        ServerErrorException refused = new ServerErrorException("c1", 2, "stmtnum");
        assertThatThrownBy(() -> SameServerProof.await(CompletableFuture.failedFuture(refused), "c1"))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("stmtnum");
    }
}
