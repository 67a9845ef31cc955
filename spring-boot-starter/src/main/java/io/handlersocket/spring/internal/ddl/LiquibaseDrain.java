// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.ddl;

import io.handlersocket.client.DrainLock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;
import liquibase.Liquibase;
import liquibase.changelog.ChangeSet;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.changelog.visitor.AbstractChangeExecListener;
import liquibase.database.Database;
import liquibase.integration.spring.Customizer;
import liquibase.integration.spring.SpringLiquibase;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Drains all clients while Liquibase applies changes: from the first one to the end of the bean's initialization. An
 * application may also run Liquibase later or on another thread. The end is unknown there, so this class drains for
 * each change set. A startup without changes drains no client. A listener that the application sets on Liquibase
 * replaces this one.
 */
public final class LiquibaseDrain extends MigrationDrain implements BeanPostProcessor {

    /** Those that work while a bean is made; other threads change it. */
    private final Set<Object> initializing = ConcurrentHashMap.newKeySet();

    public LiquibaseDrain(Function<DataSource, DrainLock> acquire) {
        super(acquire);
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof SpringLiquibase spring) {
            initializing.add(spring);
            Customizer<Liquibase> own = spring.getCustomizer();
            spring.setCustomizer(liquibase -> {
                liquibase.setChangeExecListener(new Listener(spring));
                if (own != null) {
                    own.customize(liquibase);
                }
            });
        }
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof SpringLiquibase) {
            initializing.remove(bean); // first: a change set that another thread begins now releases the lock itself
            close();
        }
        return bean;
    }

    private final class Listener extends AbstractChangeExecListener {

        private final SpringLiquibase liquibase;

        Listener(SpringLiquibase liquibase) {
            this.liquibase = liquibase;
        }

        @Override
        public void willRun(
                ChangeSet changeSet, DatabaseChangeLog changeLog, Database database, ChangeSet.RunStatus runStatus) {
            begin(liquibase.getDataSource());
        }

        @Override
        public void ran(
                ChangeSet changeSet, DatabaseChangeLog changeLog, Database database, ChangeSet.ExecType execType) {
            if (!initializing.contains(liquibase)) {
                close();
            }
        }

        @Override
        public void runFailed(
                ChangeSet changeSet, DatabaseChangeLog changeLog, Database database, Exception exception) {
            close();
        }
    }
}
