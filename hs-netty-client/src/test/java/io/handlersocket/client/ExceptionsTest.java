// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** What exceptions and endpoints tell. */
class ExceptionsTest {

    @Test
    void anEndpointIsAPortOrAPath() {
        assertThat(new Endpoint("db", 9998)).hasToString("db:9998");
        assertThat(new Endpoint("/run/hs.sock", 0)).hasToString("/run/hs.sock");
        assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("db", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("/run/hs.sock", 1));
    }

    @Test
    void onlyPassingErrorsAreWorthARetry() {
        assertThat(new ServerErrorException("i", 1, "149").retryable()).isTrue();
        assertThat(new ServerErrorException("i", 1, "121").retryable()).isFalse();
        assertThat(new UnavailableException(UnavailableException.Reason.IDLE, "m").retryable())
                .isTrue();
        assertThat(new UnavailableException(UnavailableException.Reason.CLOSED, "m").retryable())
                .isFalse();
        assertThat(new RequestTimeoutException("m", false).fate()).isEqualTo(HandlerSocketException.Fate.NOT_SENT);
        assertThat(new RequestTimeoutException("m", true).fate()).isEqualTo(HandlerSocketException.Fate.UNKNOWN);
        Throwable cause = new IllegalStateException();
        assertThat(new ConnectionLostException("m", cause)).hasCause(cause);
        assertThat(new ConnectionLostException("m", null)).hasNoCause();
    }
}
