// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** A browser that asks for an address that does not exist gets a page; a program gets what the API answers. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnknownAddress {

    private final Way.Source way;

    UnknownAddress(Way.Source way) {
        this.way = way;
    }

    @ExceptionHandler
    Object notThere(NoResourceFoundException e, WebRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        if (accept == null || !accept.contains(MediaType.TEXT_HTML_VALUE)) {
            return ResponseEntity.status(e.getStatusCode())
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .body(e.getBody());
        }
        return Problem.view(
                HttpStatus.NOT_FOUND, "There is no such page.", "Check the address, or begin at home.", way.now());
    }
}
