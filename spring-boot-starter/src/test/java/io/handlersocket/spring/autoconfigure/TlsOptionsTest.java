// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TlsOptionsTest {

    private final List<String> builders = new ArrayList<>();
    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HandlerSocketAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    SslAutoConfiguration.class))
            .withBean(HandlerSocketClientBuilderCustomizer.class, () -> builder -> builders.add(builder.toString()))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:tls;DB_CLOSE_DELAY=-1",
                    "spring.ssl.bundle.pem.front.truststore.certificate=classpath:terminator.pem",
                    "spring.ssl.bundle.pem.front.options.enabled-protocols=TLSv1.3",
                    "handlersocket.host=db.example.com");

    @Test
    void aBundleEncryptsAndVerifiesTheHost() {
        h2.withPropertyValues("handlersocket.ssl.bundle=front", "handlersocket.port=9443")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(builders).singleElement().asString().contains("tls=true, tlsHostnameVerification=true");
    }

    @Test
    void encryptionNeedsNoBundleAndTheHostNeedNotBeVerified() {
        h2.withPropertyValues(
                        "handlersocket.ssl.enabled=true",
                        "handlersocket.ssl.verify-hostname=false",
                        "handlersocket.port=9443")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(builders).singleElement().asString().contains("tls=true, tlsHostnameVerification=false");
    }

    @Test
    void aBundleCanBeSwitchedOff() {
        h2.withPropertyValues("handlersocket.ssl.enabled=false", "handlersocket.ssl.bundle=front")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(builders).singleElement().asString().contains("tls=false");
    }

    @Test
    void aWrongBundleOrNoPortOfItsOwnFailsTheStart() {
        h2.withPropertyValues("handlersocket.ssl.bundle=typo", "handlersocket.port=9443")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("typo"));
        h2.withPropertyValues("handlersocket.ssl.bundle=front")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("tls: no port"));
    }

    @Test
    void aUnixSocketIsHandedOn() {
        h2.withPropertyValues("handlersocket.unix-socket=/run/hs.sock")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(builders).singleElement().asString().contains("unixSocket=/run/hs.sock");
    }
}
