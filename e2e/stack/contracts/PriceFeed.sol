// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A price in USD with 8 decimals, read like a Chainlink AggregatorV3 and moved by anybody.
contract PriceFeed {
    uint8 public constant decimals = 8;
    string public description;
    uint80 private _round;
    int256 private _answer;
    uint256 private _updatedAt;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(string memory description_, int256 answer) {
        description = description_;
        setAnswer(answer);
    }

    function setAnswer(int256 answer) public {
        _round += 1;
        _answer = answer;
        _updatedAt = block.timestamp;
        emit AnswerUpdated(answer, _round, block.timestamp);
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }
}
