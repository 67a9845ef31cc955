// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.dashboard.DashboardController;
import io.handlersocket.samples.socialgame.dashboard.Services;
import io.handlersocket.samples.socialgame.dashboard.Setups;
import io.handlersocket.samples.socialgame.diary.BadCursorException;
import io.handlersocket.samples.socialgame.served.Measured;
import io.handlersocket.samples.socialgame.served.Served;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.TransactionException;
import org.springframework.ui.Model;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.ModelAndView;

/** What all pages show, and what they show instead when something is wrong. */
@ControllerAdvice(basePackageClasses = PageAdvice.class, assignableTypes = DashboardController.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageAdvice {

    private static final Logger log = LoggerFactory.getLogger(PageAdvice.class);

    private final Services game;
    private final Served served;
    private final Setups setups;
    private final Way.Source way;

    PageAdvice(Services game, Served served, Setups setups, Way.Source way) {
        this.game = game;
        this.served = served;
        this.setups = setups;
        this.way = way;
    }

    /** Every request of a player begins with two lookups: the session by its token, the player by id. */
    @ModelAttribute
    void common(
            @CookieValue(name = You.COOKIE, defaultValue = "") String token,
            @RequestHeader(name = "HX-Target", defaultValue = "") String target,
            Model model,
            HttpServletResponse response) {
        // A page is one visitor's, and its forms have numbers: whoever goes back must get a new one.
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        model.addAttribute("forms", new FormNumbers());
        Parts parts = new Parts(game, served, setups, way.now(), target);
        model.addAttribute("parts", parts);
        if (token.isEmpty()) {
            model.addAttribute("you", new You(null));
            return;
        }
        Measured<You> you = served.measure(
                "you",
                () -> game.sessions()
                        .login(token)
                        .map(login ->
                                new You(game.players().profile(login.playerId()).card()))
                        .orElseGet(() -> new You(null)));
        model.addAttribute("you", you.value());
        model.addAttribute("youHow", How.of(parts.count(you.serving())));
    }

    @ExceptionHandler
    ModelAndView notPlaying(NotPlayingException e) {
        return new ModelAndView("redirect:/");
    }

    @ExceptionHandler
    ModelAndView notThere(NotFoundException e) {
        return Problem.view(
                HttpStatus.NOT_FOUND, message(e), "It may have been removed, or it never existed.", way.now());
    }

    @ExceptionHandler
    ModelAndView noNumber(MethodArgumentTypeMismatchException e) {
        return Problem.view(
                HttpStatus.BAD_REQUEST,
                "This address is not understood.",
                e.getName() + " is not what is expected there.",
                way.now());
    }

    @ExceptionHandler
    ModelAndView badCursor(BadCursorException e) {
        return Problem.view(HttpStatus.BAD_REQUEST, "This address is not understood.", message(e), way.now());
    }

    @ExceptionHandler({ConcurrencyFailureException.class, DataIntegrityViolationException.class})
    ModelAndView lostRace(Exception e) {
        log.debug("A page's request lost a race", e);
        return Problem.view(
                HttpStatus.CONFLICT,
                "This changed while your request was on its way.",
                "Nothing of yours was written. Look again and repeat.",
                way.now());
    }

    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ModelAndView databaseAway(Exception e, HttpServletRequest request) {
        log.warn("A page could not be read: {}", e.toString());
        boolean retry = HttpMethod.GET.matches(request.getMethod());
        ModelAndView view = Problem.view(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The database does not answer.",
                retry
                        ? "Neither HandlerSocket nor JDBC reaches it at the moment. The game goes on by itself when it is"
                                + " back."
                        : "Go back and send the form again when the game is back. However often you send it, it counts"
                                + " once.",
                way.now());
        view.addObject("retry", retry);
        return view;
    }

    @ExceptionHandler
    ModelAndView other(Exception e) {
        if (e instanceof ErrorResponse response) {
            return Problem.view(
                    response.getStatusCode(),
                    "This request is not understood.",
                    Objects.requireNonNullElse(response.getBody().getDetail(), ""),
                    way.now());
        }
        log.error("A page could not be made", e);
        return Problem.view(
                HttpStatus.INTERNAL_SERVER_ERROR, "This page could not be made.", "Try it again later.", way.now());
    }

    private static String message(Exception e) {
        return Objects.requireNonNullElse(e.getMessage(), "");
    }
}
