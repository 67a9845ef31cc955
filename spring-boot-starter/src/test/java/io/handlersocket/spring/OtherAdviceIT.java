// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.MethodReport;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.PriorityOrdered;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Advice that the application puts on the proxies of repositories is never passed by. */
@ExtendWith(OutputCaptureExtension.class)
class OtherAdviceIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    /** Lets nothing be read of player 7. */
    static final class AccessCheck implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            if (Arrays.stream(invocation.getArguments())
                    .anyMatch(argument -> argument.equals(7L) || argument.equals(List.of(7L)))) {
                throw new SecurityException("player 7");
            }
            return invocation.proceed();
        }
    }

    /** Adds it to all repositories. */
    private abstract static class Checks implements BeanPostProcessor {

        /** Where; negative for the end. */
        private final int position;

        Checks(int position) {
            this.position = position;
        }

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof JpaRepositoryFactoryBean<?, ?, ?> factory) {
                factory.addRepositoryFactoryCustomizer(support ->
                        support.addRepositoryProxyPostProcessor((proxy, repository) -> proxy.addAdvice(
                                position < 0 ? proxy.getAdvisors().length : position, new AccessCheck())));
            }
            return bean;
        }
    }

    private static final class BeforeOurs extends Checks implements PriorityOrdered {

        BeforeOurs(int position) {
            super(position);
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    /** Spring calls such post-processors last. */
    private static final class AfterOurs extends Checks implements MergedBeanDefinitionPostProcessor {

        AfterOurs(int position) {
            super(position);
        }

        @Override
        public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String name) {}
    }

    @BeforeAll
    static void createTable() {
        PlayerApplication.createTable(server);
    }

    @Test
    void aloneEveryMethodIsAnsweredInFront() {
        try (RecordedPlayers recorded = RecordedPlayers.start(server)) {
            awaitDirect(recorded);

            readAll(recorded, 7);

            assertThat(recorded.routes()).hasSize(5).containsOnly(Situation.ALONE.route());
            // Until a method's own columns are open, Hibernate answers it over HandlerSocket, inside its transaction.
            await().untilAsserted(() -> {
                readAll(recorded, 8);
                assertThat(methods(recorded))
                        .allSatisfy(plan -> assertThat(plan.route()).isEqualTo(Route.HANDLERSOCKET));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void checksOfOtherPostProcessorsAreHeeded(boolean beforeOurs, CapturedOutput output) {
        Checks checks = beforeOurs ? new BeforeOurs(-1) : new AfterOurs(-1);
        try (RecordedPlayers recorded = RecordedPlayers.start(
                server, context -> context.registerBean("checks", BeanPostProcessor.class, () -> checks))) {
            refusesAll(recorded);

            recorded.lookups().clear();
            readAll(recorded, 8);

            assertThat(recorded.lookups()).hasSize(5).allSatisfy(lookup -> {
                assertThat(lookup.route()).isEqualTo(Situation.OTHER_ADVICE.route());
                assertThat(lookup.reason()).isEqualTo(Situation.OTHER_ADVICE.reason(AccessCheck.class));
            });
            assertThat(methods(recorded))
                    .hasSizeGreaterThan(4)
                    .allSatisfy(plan -> assertThat(plan.reason()).contains(AccessCheck.class.getName()));
            assertThat(methods(recorded))
                    .filteredOn(method -> method.method().equals("findById"))
                    .allSatisfy(method ->
                            assertThat(String.valueOf(method.reasons())).contains(AccessCheck.class.getName()));
        }
        assertThat(output.toString().lines().filter(line -> line.contains("all of Players (")))
                .hasSize(1)
                .allMatch(line -> line.contains("WARN") && line.contains(AccessCheck.class.getName()));
    }

    @Test
    void checksInFrontOfOursRunAndChangeNothingElse() {
        AfterOurs checks = new AfterOurs(0);
        try (RecordedPlayers recorded = RecordedPlayers.start(
                server, context -> context.registerBean("checks", BeanPostProcessor.class, () -> checks))) {
            refusesAll(recorded);
            awaitDirect(recorded);

            readAll(recorded, 8);

            assertThat(recorded.routes()).hasSize(5).containsOnly(Situation.IN_FRONT.route());
        }
    }

    @Test
    void checksThatAreAddedLaterAreHeededFromThenOn() {
        try (RecordedPlayers recorded = RecordedPlayers.start(server)) {
            awaitDirect(recorded);
            AccessCheck check = new AccessCheck();
            List<Advised> proxies = List.of((Advised) recorded.players(), (Advised) recorded.bean(PlayerNames.class));

            proxies.forEach(proxy -> proxy.addAdvice(transaction(proxy), check));

            refusesAll(recorded);
            proxies.forEach(proxy -> proxy.removeAdvice(check));
            recorded.lookups().clear();
            readAll(recorded, 7);
            assertThat(recorded.routes()).hasSize(5).containsOnly(HANDLERSOCKET);
        }
    }

    private static int transaction(Advised proxy) {
        Advisor[] advisors = proxy.getAdvisors();
        return (int) Arrays.stream(advisors)
                .takeWhile(advisor -> !(advisor.getAdvice() instanceof TransactionInterceptor))
                .count();
    }

    private static void readAll(RecordedPlayers recorded, long id) {
        PlayerNames names = recorded.bean(PlayerNames.class);
        assertThat(recorded.players().findById(id)).isPresent();
        assertThat(recorded.players().existsById(id)).isTrue();
        assertThat(recorded.players().findAllById(List.of(id))).hasSize(1);
        assertThat(names.findNameById(id)).isPresent();
        assertThat(names.findLaterById(id).join()).isNotNull();
    }

    private static void refusesAll(RecordedPlayers recorded) {
        Players players = recorded.players();
        PlayerNames names = recorded.bean(PlayerNames.class);
        assertThatThrownBy(() -> players.findById(7L)).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> players.existsById(7L)).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> players.findAllById(List.of(7L))).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> names.findNameById(7)).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> names.findLaterById(7).join()).isInstanceOf(SecurityException.class);
    }

    /** Waits until every method is fast; each opens its own columns at its first call. */
    private static void awaitDirect(RecordedPlayers recorded) {
        await().untilAsserted(() -> {
            recorded.lookups().clear();
            readAll(recorded, 8);
            assertThat(recorded.routes()).hasSize(5).containsOnly(HANDLERSOCKET);
        });
        recorded.lookups().clear();
    }

    private static List<MethodReport> methods(RecordedPlayers recorded) {
        return recorded.bean(HandlerSocketEndpoint.class).methods();
    }
}
