// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Method;
import org.springframework.data.jpa.repository.query.EscapeCharacter;
import org.springframework.data.jpa.repository.query.JpaCountQueryCreator;
import org.springframework.data.jpa.repository.query.JpaParameters;
import org.springframework.data.jpa.repository.query.JpaQueryCreator;
import org.springframework.data.jpa.repository.query.ParameterMetadataProvider;
import org.springframework.data.jpa.repository.support.JpqlQueryTemplates;
import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.query.ParametersSource;
import org.springframework.data.repository.query.ReturnedType;
import org.springframework.data.repository.query.parser.PartTree;

/** Lets Spring Data write the query of a derived method. */
final class DerivedText {

    private DerivedText() {}

    /** @param count whether to write the query that counts the rows */
    static String of(
            PartTree tree,
            Method method,
            RepositoryInformation repository,
            EntityManagerFactory factory,
            boolean count) {
        ReturnedType returned = ReturnedType.of(
                repository.getReturnedDomainClass(method),
                repository.getDomainType(),
                new SpelAwareProxyProjectionFactory());
        ParameterMetadataProvider parameters = new ParameterMetadataProvider(
                new JpaParameters(ParametersSource.of(repository, method)),
                EscapeCharacter.DEFAULT,
                JpqlQueryTemplates.UPPER);
        JpaQueryCreator creator = count
                ? new JpaCountQueryCreator(tree, returned, parameters, JpqlQueryTemplates.UPPER, factory.getMetamodel())
                : new JpaQueryCreator(tree, returned, parameters, JpqlQueryTemplates.UPPER, factory.getMetamodel());
        return creator.createQuery(tree.getSort());
    }
}
