// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.outer.OuterApplication;
import io.handlersocket.spring.outer.OuterPlayers;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AbstractAdvisingBeanPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.boot.WebApplicationType;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** What stands in a proxy around the repository's own runs, and the repository stays fast. */
class OuterProxyIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final List<Lookup> lookups = new CopyOnWriteArrayList<>();
    private static ConfigurableApplicationContext context;
    private static OuterPlayers players;

    /** Places its advice as the validation of methods does: by an annotation of the interface, at the end of a chain. */
    static final class Refusing extends AbstractAdvisingBeanPostProcessor {

        private static final long serialVersionUID = 1L;

        Refusing() {
            MethodInterceptor refuse = invocation -> {
                if (invocation.getArguments().length == 1
                        && Long.valueOf(9).equals(invocation.getArguments()[0])) {
                    throw new IllegalArgumentException("9");
                }
                return invocation.proceed();
            };
            this.advisor = new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(FastLookup.class, true), refuse);
        }
    }

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        context = PlayerApplication.on(server)
                .sources(OuterApplication.class)
                .web(WebApplicationType.NONE)
                .initializers(PlayerApplication.patient(), (GenericApplicationContext beans) -> {
                    beans.registerBean(LookupListener.class, () -> lookups::add);
                    beans.registerBean(Refusing.class);
                })
                .run();
        players = context.getBean(OuterPlayers.class);
    }

    @AfterAll
    static void stop() {
        SecurityContextHolder.clearContext();
        context.close();
    }

    @BeforeEach
    void awaitFast() {
        await().until(() -> context.getBean(MethodPlans.class).all().stream()
                .filter(plan -> plan.repository().equals("OuterPlayers"))
                .allMatch(plan -> plan.whyNot() == null));
        lookups.clear();
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken("a user", "a password", "USER"));
    }

    @Test
    void methodSecurityIsHeeded() {
        assertThatThrownBy(() -> players.findById(7L)).isInstanceOf(AccessDeniedException.class);
        assertThat(lookups).isEmpty();
        awaitRoute(
                Situation.METHOD_SECURITY,
                1,
                () -> assertThat(players.findById(8L)).isPresent());
    }

    @Test
    void cachesAreAskedFirst() {
        Cache cache = Objects.requireNonNull(context.getBean(CacheManager.class).getCache("names"));
        awaitRoute(Situation.CACHE, 1, () -> {
            cache.clear();
            assertThat(players.findNameById(3)).isPresent();
            assertThat(players.findNameById(3)).isPresent();
        });
    }

    @Test
    void asynchronousMethodsRunInTheApplicationsExecutor() {
        awaitRoute(Situation.ASYNC_METHOD, 64, () -> {
            List<CompletableFuture<OuterPlayers.Name>> names = new ArrayList<>();
            for (long id = 10; id < 74; id++) {
                names.add(players.findLaterById(id));
            }
            for (CompletableFuture<OuterPlayers.Name> name : names) {
                assertThat(name.get(20, TimeUnit.SECONDS)).isNotNull();
            }
        });
    }

    private interface Calls {
        void make() throws Exception;
    }

    /** Makes calls until all their lookups, always so many, go the way of this situation. */
    private static void awaitRoute(Situation situation, int count, Calls calls) {
        await().until(() -> {
            lookups.clear();
            calls.make();
            assertThat(lookups).hasSize(count);
            return lookups.stream().allMatch(lookup -> lookup.route() == situation.route());
        });
    }

    @Test
    void adviceByAnAnnotationOfTheInterfaceIsHeeded() {
        assertThatThrownBy(() -> players.findById(9L)).isInstanceOf(IllegalArgumentException.class);
        assertThat(lookups).isEmpty();
    }
}
