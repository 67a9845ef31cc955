// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.api;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What {@code /v3/api-docs} says above the list of requests, which springdoc reads from the controllers. */
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Social game")
                        .version("1")
                        .description(
                                "Reads by key come over HandlerSocket, rich queries and writes over SQL, on the same"
                                        + " tables. The headers Lookup-Route, Lookup-Micros, Lookup-Count, Sql-Commands"
                                        + " and Sql-Round-Trips of each answer say how it was served. Errors are"
                                        + " application/problem+json."));
    }
}
