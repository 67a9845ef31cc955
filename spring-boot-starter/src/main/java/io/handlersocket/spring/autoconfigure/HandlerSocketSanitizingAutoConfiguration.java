// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.util.Locale;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Hides the secret in the actuator's endpoints, even if they are configured to show values or HandlerSocket is
 * disabled.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class HandlerSocketSanitizingAutoConfiguration {

    @Bean
    static SanitizingFunction handlerSocketSanitizingFunction() {
        return data -> isSecret(data.getKey()) ? data.withSanitizedValue() : data;
    }

    // An environment variable has another spelling.
    private static boolean isSecret(String key) {
        return key.toLowerCase(Locale.ROOT).replace('_', '.').equals("handlersocket.secret");
    }
}
