// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import io.handlersocket.advisor.autoconfigure.AdvisorProperties;
import io.handlersocket.spring.readme.ConfiguredProperties;
import org.junit.jupiter.api.Test;

/** The README has the properties that editors show. */
class ReadmeTest {

    @Test
    void everyPropertyIsInTheReadme() throws Exception {
        ConfiguredProperties.assertInReadme(AdvisorProperties.class, 2);
    }
}
