// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Stores players over JDBC and reads them by id over HandlerSocket. */
@SpringBootApplication
public class MinimalApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(MinimalApplication.class, arguments);
    }
}
