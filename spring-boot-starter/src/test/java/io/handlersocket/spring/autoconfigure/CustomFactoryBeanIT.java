// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.MethodReport;
import jakarta.persistence.EntityManager;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;
import org.springframework.data.repository.core.support.TransactionalRepositoryFactoryBeanSupport;

/** A repository that another factory bean makes stays as it is, and the application is told so. */
@ExtendWith(OutputCaptureExtension.class)
class CustomFactoryBeanIT {

    /** Annotated as a whole. */
    @FastLookup
    interface CustomPlayers extends JpaRepository<Player, Long> {}

    /** Not made by Spring Data's own class. */
    static class CustomFactoryBean<R extends Repository<S, I>, S, I>
            extends TransactionalRepositoryFactoryBeanSupport<R, S, I> {

        private @Nullable EntityManager entityManager;

        CustomFactoryBean(Class<? extends R> type) {
            super(type);
        }

        public void setEntityManager(EntityManager entityManager) {
            this.entityManager = entityManager;
        }

        public void setEscapeCharacter(char escapeCharacter) {
            assertThat(escapeCharacter).isEqualTo('\\');
        }

        public void setQueryEnhancerSelector(Class<?> selector) {
            assertThat(selector).isNotNull();
        }

        @Override
        public void setMappingContext(MappingContext<?, ?> mappingContext) {
            super.setMappingContext(mappingContext);
        }

        @Override
        protected RepositoryFactorySupport doCreateRepositoryFactory() {

            return new JpaRepositoryFactory(Objects.requireNonNull(entityManager));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = Player.class)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            repositoryFactoryBeanClass = CustomFactoryBean.class,
            includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = CustomPlayers.class))
    static class Custom {}

    @Test
    void saysOnceThatItsAnnotationsHaveNoEffect(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HandlerSocketAutoConfiguration.class,
                        HandlerSocketHibernateAutoConfiguration.class,
                        HandlerSocketJpaRepositoriesAutoConfiguration.class,
                        HandlerSocketEndpointAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class))
                .withUserConfiguration(Custom.class)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:custom;DB_CLOSE_DELAY=-1",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "management.endpoints.web.exposure.include=handlersocket")
                .run(context -> {
                    assertThat(context.getBean(CustomPlayers.class).findById(1L))
                            .isEmpty();
                    assertThat(output.toString().lines().filter(line -> line.contains("all of CustomPlayers (")))
                            .singleElement()
                            .asString()
                            .contains("WARN", "CustomPlayers", CustomFactoryBean.class.getName());
                    assertThat(context.getBean(HandlerSocketEndpoint.class).methods())
                            .extracting(MethodReport::method)
                            .containsExactly("existsById", "findAllById", "findById");
                    assertThat(context.getBean(HandlerSocketEndpoint.class).methods())
                            .allSatisfy(plan -> assertThat(plan.reason()).contains(CustomFactoryBean.class.getName()));
                });
    }
}
