// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Hides secrets in the actuator's endpoints, even if they are configured to show values or HandlerSocket is disabled.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class HandlerSocketSanitizingAutoConfiguration {

    // The binder ignores case, dashes and, in names with dots, underscores.
    private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]");

    /** A value that sets properties: Java's command line, SPRING_APPLICATION_JSON or JAVA_TOOL_OPTIONS. */
    private static final Pattern SETS_A_SECRET =
            Pattern.compile("handler[-_]*socket.*secret", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern HAS_A_PASSWORD =
            Pattern.compile("password|//[^/]*@", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    @Bean
    static SanitizingFunction handlerSocketSanitizingFunction() {
        return data -> isSecret(data) ? data.withSanitizedValue() : data;
    }

    private static boolean isSecret(SanitizableData data) {
        String name = SEPARATORS.matcher(data.getKey().toLowerCase(Locale.ROOT)).replaceAll("");
        String value = data.getValue() instanceof CharSequence text ? text.toString() : "";
        if (name.startsWith("handlersocket")) {
            return name.contains("secret")
                    || (name.endsWith("url") && HAS_A_PASSWORD.matcher(value).find());
        }
        return SETS_A_SECRET.matcher(value).find();
    }
}
