// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import static org.assertj.core.api.Assertions.assertThat;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.interceptor.TransactionInterceptor;

class KnownAdviceTest {

    @Test
    void allClassesAreFoundInThisVersionOfSpring() {
        assertThat(KnownAdvice.size()).isEqualTo(6);
    }

    @Test
    void onlyTheClassesThemselvesAreKnown() {
        assertThat(KnownAdvice.contains(new TransactionInterceptor())).isTrue();
        assertThat(KnownAdvice.contains(new TransactionInterceptor() {})).isFalse();
        assertThat(KnownAdvice.contains((MethodInterceptor) invocation -> invocation.proceed()))
                .isFalse();
    }
}
