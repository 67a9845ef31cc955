// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ApiTest {

    /** Serialisers write whatever a record shows. */
    @Test
    void noSecretCanBeReachedFromASnapshotOrAListener() {
        Set<Class<?>> seen = new LinkedHashSet<>();
        Deque<Type> open = new ArrayDeque<>(Arrays.asList(ClientSnapshot.class, ClientListener.class, Index.class));
        while (!open.isEmpty()) {
            Type next = open.pop();
            if (next instanceof ParameterizedType generic) {
                open.addAll(Arrays.asList(generic.getActualTypeArguments()));
            } else if (next instanceof Class<?> type
                    && type.getName().startsWith("io.handlersocket")
                    && seen.add(type)) {
                for (Method method : type.getMethods()) {
                    assertThat(method.getName()).as(type.getName()).doesNotContainIgnoringCase("secret");
                    open.add(method.getGenericReturnType());
                    open.addAll(Arrays.asList(method.getGenericParameterTypes()));
                }
            }
        }
        assertThat(seen).contains(Endpoint.class, IndexSpec.class, ClientSnapshot.Trouble.class);
    }
}
