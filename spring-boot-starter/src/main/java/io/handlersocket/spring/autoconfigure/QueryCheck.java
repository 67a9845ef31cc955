// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Repositories.OnMissingIndex;
import io.handlersocket.spring.repository.RepositoryCheck;
import io.handlersocket.spring.repository.RepositoryCheck.Problem;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Checks at start that an index answers each annotated query method. Where persistence units are made in the background it
 * waits for the end of the start, so that it does not wait for them.
 */
final class QueryCheck implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final ConfigurableListableBeanFactory beans;
    private final RepositoryCheck check;
    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private volatile boolean pending;

    QueryCheck(
            ConfigurableListableBeanFactory beans,
            RepositoryCheck check,
            HandlerSocketClient client,
            HandlerSocketProperties properties) {
        this.beans = beans;
        this.check = check;
        this.client = client;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        pending = beans.getBeansOfType(AbstractEntityManagerFactoryBean.class, false, false).values().stream()
                .anyMatch(factory -> factory.getBootstrapExecutor() != null);
        if (!pending) {
            run();
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (pending) {
            pending = false;
            run();
        }
    }

    /** Behind the listener that makes deferred repositories. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    private void run() {
        if (!check.isNeeded()) {
            return;
        }
        client.firstAttempt()
                .toCompletableFuture()
                .completeOnTimeout(
                        client.snapshot(),
                        properties.connectTimeout().plusSeconds(1).toMillis(),
                        TimeUnit.MILLISECONDS)
                .join();
        if (client.snapshot().state() == ClientState.NOT_USABLE) {
            return; // nothing to check against
        }
        List<Problem> problems = check.problems();
        if (problems.isEmpty()) {
            return;
        }
        if (properties.repositories().onMissingIndex() == OnMissingIndex.FAIL) {
            throw new NoMatchingIndexException(problems);
        }
        problems.forEach(problem -> log.warn("HandlerSocket: {} stays on JPA: {}", problem.method(), problem.reason()));
    }
}
