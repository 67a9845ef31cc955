// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import java.util.Optional;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** The indexes of the client find no row by a unique key. */
final class BlindClient implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HandlerSocketClient client
                ? DisturbedClient.of(client, (target, method, args) -> {
                    Object result = DisturbedClient.call(target, method, args);
                    return method.getName().equals("find") ? Optional.empty() : result;
                })
                : bean;
    }
}
