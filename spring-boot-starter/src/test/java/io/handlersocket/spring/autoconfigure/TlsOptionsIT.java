// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TlsOptionsIT {

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
    void aCustomizerNeedNotVerifyTheHost() {
        h2.withPropertyValues("handlersocket.ssl.bundle=front", "handlersocket.port=9443")
                .withBean(
                        "trial",
                        HandlerSocketClientBuilderCustomizer.class,
                        () -> builder -> builders.add(
                                builder.withoutTlsHostnameVerification().toString()))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(builders).last().asString().contains("tls=true, tlsHostnameVerification=false");
    }

    /** The how-to page says so. */
    @Test
    void aBundleWithoutATrustStoreTrustsWhatTheJvmTrusts() {
        h2.withPropertyValues(
                        "spring.ssl.bundle.pem.jvm.options.enabled-protocols=TLSv1.3,TLSv1.2",
                        "handlersocket.ssl.bundle=jvm",
                        "handlersocket.port=9443")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(trusted(context.getBean(SslBundles.class).getBundle("jvm")))
                            .isNotEmpty()
                            .isEqualTo(trusted(SslBundle.systemDefault()));
                });
        assertThat(builders).singleElement().asString().contains("tls=true, tlsHostnameVerification=true");
    }

    private static List<X509Certificate> trusted(SslBundle bundle) {
        return Arrays.stream(bundle.getManagers().getTrustManagers())
                .flatMap(manager -> Arrays.stream(((X509TrustManager) manager).getAcceptedIssuers()))
                .toList();
    }

    @Test
    void anEmptyNameSwitchesABundleOff() {
        h2.withPropertyValues("handlersocket.ssl.bundle=")
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
