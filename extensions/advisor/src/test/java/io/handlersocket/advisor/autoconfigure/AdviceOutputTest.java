// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.advisor.autoconfigure.AdvisorProperties.Advise;
import io.handlersocket.advisor.internal.application.AdviceReport.Setting;
import io.handlersocket.advisor.internal.application.ApplicationAdvice;
import jakarta.persistence.EntityManagerFactory;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

@ExtendWith(OutputCaptureExtension.class)
class AdviceOutputTest {

    private final GenericApplicationContext context = new GenericApplicationContext();
    private final List<Integer> codes = new ArrayList<>();

    @BeforeEach
    void start() {
        context.refresh();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private void report(Advise advise, @Nullable String file) {
        report(
                new ApplicationAdvice(context.getBeanFactory(), new Setting("no client", "Add one."), List.of()),
                advise,
                file);
    }

    private void report(ApplicationAdvice advice, Advise advise, @Nullable String file) {
        new AdviceOutput(context, advice, advise, file, codes::add)
                .onApplicationEvent(
                        new ApplicationStartedEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
    }

    @Test
    void closesTheApplicationAndEndsTheJvmIfAsked() {
        report(Advise.EXIT, null);

        assertThat(codes).containsExactly(0);
        assertThat(context.isActive()).isFalse();
    }

    @Test
    void letsTheApplicationRunOtherwise() {
        report(Advise.ON, null);

        assertThat(codes).isEmpty();
        assertThat(context.isActive()).isTrue();
    }

    @Test
    void aReportThatFailsStopsNoApplicationThatHasStarted(CapturedOutput output) {
        GenericApplicationContext closed = new GenericApplicationContext();
        closed.registerBean(EntityManagerFactory.class, AdviceOutputTest::failing);
        closed.refresh();
        ApplicationAdvice advice = new ApplicationAdvice(closed.getBeanFactory(), null, List.of());

        report(advice, Advise.ON, null);

        assertThat(codes).isEmpty();
        assertThat(context.isActive()).isTrue();
        assertThat(output)
                .contains("HandlerSocket advice cannot be given, and lookups are not affected: ")
                .contains("it is closed");

        report(advice, Advise.EXIT, null);

        assertThat(codes).containsExactly(1);
        assertThat(context.isActive()).isFalse();
    }

    private static EntityManagerFactory failing() {
        return (EntityManagerFactory) Proxy.newProxyInstance(
                AdviceOutputTest.class.getClassLoader(),
                new Class<?>[] {EntityManagerFactory.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("unwrap")) {
                        throw new IllegalStateException("it is closed");
                    }
                    return null;
                });
    }

    @Test
    void saysWhichFileCannotBeWritten(@TempDir Path folder) {
        Path file = folder.resolve("absent").resolve("advice.txt");

        assertThatThrownBy(() -> report(Advise.ON, file.toString()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("handlersocket.advise-report")
                .hasMessageContaining(file.toString());
    }

    @ParameterizedTest
    @CsvSource({"true,ON", "on,ON", "'',ON", "exit,EXIT", "false,OFF", "off,OFF"})
    void readsTheProperty(String value, Advise advise) {
        assertThat(AdviseCondition.advise(new MockEnvironment().withProperty("handlersocket.advise", value)))
                .isEqualTo(advise);
    }

    @Test
    void isOffWithoutTheProperty() {
        assertThat(AdviseCondition.advise(new MockEnvironment())).isEqualTo(Advise.OFF);
    }
}
