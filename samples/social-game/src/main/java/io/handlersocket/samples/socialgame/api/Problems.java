// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.api;

import io.handlersocket.samples.socialgame.diary.BadCursorException;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Every error of the API as {@code application/problem+json}; the base class does so for those of Spring MVC. Pages may
 * have an advice of their own, which comes first.
 */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    /** What is wrong with one value of a request. */
    record Wrong(String name, @Nullable String message) {}

    @ExceptionHandler
    ProblemDetail notFound(NotFoundException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail badCursor(BadCursorException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail conflict(ConflictException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
    }

    /** Two requests changed the same thing; this one came second, and nothing of it was written. */
    @ExceptionHandler({
        OptimisticLockingFailureException.class,
        PessimisticLockingFailureException.class,
        DataIntegrityViolationException.class
    })
    ProblemDetail lostRace(Exception e) {
        LOG.debug("A request lost a race", e);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "This changed while your request was on its way. Nothing of yours was written."
                        + " Look again and repeat.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Stream<Wrong> wrong = e.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> new Wrong(
                                error instanceof FieldError field
                                        ? field.getField()
                                        : String.valueOf(
                                                result.getMethodParameter().getParameterName()),
                                error.getDefaultMessage())));
        return handleExceptionInternal(e, invalid(wrong), headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Stream<Wrong> wrong =
                e.getFieldErrors().stream().map(error -> new Wrong(error.getField(), error.getDefaultMessage()));
        return handleExceptionInternal(e, invalid(wrong), headers, status, request);
    }

    private static ProblemDetail invalid(Stream<Wrong> wrong) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The request is not valid.");
        problem.setProperty(
                "errors", wrong.sorted(Comparator.comparing(Wrong::name)).toList());
        return problem;
    }

    /** Neither HandlerSocket nor JDBC reaches the database. */
    @ExceptionHandler({DataAccessResourceFailureException.class, TransactionException.class})
    ProblemDetail databaseAway(Exception e) {
        LOG.warn("A request could not reach the database: {}", e.toString());
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer. Repeat the request later.");
    }

    /** What is no fault of the caller. The log has the reason; the answer does not repeat it. */
    @ExceptionHandler
    ProblemDetail failed(RuntimeException e) {
        LOG.error("A request failed", e);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "The request failed. Repeat it later.");
    }
}
