// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What is reached by name or reflection, for native images. Types that a template maps are the application's to name. */
final class HandlerSocketRuntimeHints implements RuntimeHintsRegistrar {

    private static final String FRAGMENT = "io.handlersocket.spring.repository.FastReadsFragment";
    private static final String LAZY_PROXY = "org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        // Present only where Spring Data is.
        hints.reflection()
                .registerTypeIfPresent(classLoader, FRAGMENT, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                .registerTypeIfPresent(classLoader, LAZY_PROXY, MemberCategory.ACCESS_DECLARED_FIELDS);
    }
}
