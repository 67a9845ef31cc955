// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tutorial;

import org.springframework.boot.SpringApplication;

class TestBooksApplication {

    public static void main(String[] args) {
        SpringApplication.from(BooksApplication::main).with(TestDatabase.class).run(args);
    }
}
