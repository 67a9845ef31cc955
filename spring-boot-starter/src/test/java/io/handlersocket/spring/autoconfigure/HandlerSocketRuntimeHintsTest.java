// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.internal.repository.FastReadsFragment;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

class HandlerSocketRuntimeHintsTest {

    @Test
    void nameWhatIsMadeByReflection() throws Exception {
        RuntimeHints hints = new RuntimeHints();

        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(registrar -> registrar instanceof HandlerSocketRuntimeHints)
                .forEach(registrar -> registrar.registerHints(hints, getClass().getClassLoader()));

        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(FastReadsFragment.class.getDeclaredConstructors()[0]))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onFieldAccess(
                                "org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy",
                                "readOnlyDataSource"))
                .accepts(hints);
    }
}
