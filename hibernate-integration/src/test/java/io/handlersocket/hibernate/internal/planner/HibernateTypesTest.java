// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.junit.jupiter.api.Test;

class HibernateTypesTest {

    /** The compiler does not check the names. */
    @Test
    void everyTypeIsOneOfHibernate() {
        assertThat(HibernateTypes.KNOWN.keySet())
                .filteredOn(name -> !name.endsWith(".MySQLVarbinaryJdbcType")) // not before 7.4.15
                .hasSize(29)
                .allSatisfy(
                        name -> assertThatCode(() -> assertThat(JdbcType.class).isAssignableFrom(Class.forName(name)))
                                .doesNotThrowAnyException());
    }
}
