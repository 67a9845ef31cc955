// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Advise;
import io.handlersocket.spring.internal.advise.AdviceReport.Setting;
import io.handlersocket.spring.internal.advise.ApplicationAdvice;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

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
        ApplicationAdvice advice =
                new ApplicationAdvice(context.getBeanFactory(), new Setting("no client", "Add one."), List.of());
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
