// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Each spelling of a secret that Spring Boot binds is hidden. */
class SanitizingTest {

    private static PropertySource<?> properties(String name, Object value) {
        return new MapPropertySource("file", Map.of(name, value));
    }

    private static PropertySource<?> environment(String name, Object value) {
        return new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, value));
    }

    private static @Nullable Object shown(PropertySource<?> source, String name) {
        return HandlerSocketSanitizingAutoConfiguration.handlerSocketSanitizingFunction()
                .apply(new SanitizableData(source, name, source.getProperty(name)))
                .getValue();
    }

    private static @Nullable String bound(PropertySource<?> source) {
        MutablePropertySources sources = new MutablePropertySources();
        sources.addFirst(source);
        return new Binder(ConfigurationPropertySources.from(sources))
                .bind("handlersocket.secret", String.class)
                .orElse(null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "handlersocket.secret",
                "handler-socket.secret",
                "handlerSocket.secret",
                "handler_socket.secret",
                "HandlerSocket.Secret",
                "HANDLERSOCKET.SECRET",
                "handlersocket.sec-ret",
                "handlersocket.sec_ret"
            })
    void hidesEachSpellingThatIsBound(String name) {
        assertThat(bound(properties(name, "s"))).isEqualTo("s");
        assertThat(shown(properties(name, "s"), name)).isEqualTo(SanitizableData.SANITIZED_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HANDLERSOCKET_SECRET", "handlersocket_secret", "HandlerSocket_Secret"})
    void hidesEachEnvironmentVariableThatIsBound(String name) {
        assertThat(bound(environment(name, "s"))).isEqualTo("s");
        assertThat(shown(environment(name, "s"), name)).isEqualTo(SanitizableData.SANITIZED_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "handlersocket.write-secret",
                "handlersocket.writes.secret",
                "handlersocket.endpoints.replicas[0].secret",
                "handlersocket.endpoints.eu-1.secret",
                "HANDLERSOCKET_ENDPOINTS_REPLICAS_0_SECRET"
            })
    void hidesSecretsThatALaterVersionMayHave(String name) {
        assertThat(shown(properties(name, "s"), name)).isEqualTo(SanitizableData.SANITIZED_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "handlersocket.endpoints.replicas[0].url, jdbc:mariadb://replica/test?user=a&password=b",
        "handlersocket.endpoints.replicas[0].url, jdbc:mariadb://a:b@replica/test",
        "HANDLERSOCKET_ENDPOINTS_REPLICAS_0_URL, jdbc:mariadb://replica/test?PASSWORD=b",
        "sun.java.command, app.jar --handlersocket.secret=s",
        "JAVA_TOOL_OPTIONS, -Dhandler-socket.secret=s",
        "SPRING_APPLICATION_JSON, '{\"handlersocket\": {\"secret\": \"s\"}}'"
    })
    void hidesValuesThatContainASecret(String name, String value) {
        assertThat(shown(properties(name, value), name)).isEqualTo(SanitizableData.SANITIZED_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "handlersocket.host, h",
        "HANDLERSOCKET_PORT, 9998",
        "handlersocket.endpoints.replicas[0].url, jdbc:mariadb://replica/test",
        "other.secret, s",
        "sun.java.command, app.jar --handlersocket.host=h"
    })
    void showsTheOthers(String name, String value) {
        assertThat(shown(properties(name, value), name)).isEqualTo(value);
    }

    @Test
    void showsWhatIsNoText() {
        assertThat(shown(properties("handlersocket.port", 9_998), "handlersocket.port"))
                .isEqualTo(9_998);
    }
}
